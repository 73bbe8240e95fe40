"""A race of few fast workers against many slow ones."""
