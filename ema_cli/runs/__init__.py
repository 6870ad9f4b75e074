"""Running checked actions: events, runner, result, record."""
