"""From the text of plans to checked actions."""
