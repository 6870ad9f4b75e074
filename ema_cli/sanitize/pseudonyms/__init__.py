"""What is put in place of a value: keyed, like it in form, and in a space of its own."""
