"""Plans: from the texts that a user gave to checked actions, ready to run."""
