#!/bin/sh
# The main job in a throw-away workspace: import a persona, clone it, run a plan on the clone.
set -eu
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export EMA_WORKSPACE="$folder/workspace.db" XDG_STATE_HOME="$folder/state" XDG_CONFIG_HOME="$folder/config"
unset EMA_ENV || true

show() {
    printf '\n$ %s\n' "$*" >&2
}

show ema persona import examples/personas/acme-support.yaml
ema persona import examples/personas/acme-support.yaml

show cat examples/copy-and-sanitize.yaml
cat examples/copy-and-sanitize.yaml

show ema persona create --from acme-support --name '"Acme demo"' --actions examples/copy-and-sanitize.yaml
ema persona create --from acme-support --name "Acme demo" --actions examples/copy-and-sanitize.yaml

show ema data export '"Acme demo"' '|' head -n 1
ema data export "Acme demo" | head -n 1
