"""Settings: folders and environments, from option, then variable, then file, then default."""

from ema_cli.settings.environments import (
    environment,
    environment_names,
    environments,
    other_environment,
)
from ema_cli.settings.folders import Folders, folders, workspace, workspace_setting
from ema_cli.settings.values import LOCAL, Environment, HttpSettings, Setting

__all__ = [
    "LOCAL",
    "Environment",
    "Folders",
    "HttpSettings",
    "Setting",
    "environment",
    "environment_names",
    "environments",
    "folders",
    "other_environment",
    "workspace",
    "workspace_setting",
]
