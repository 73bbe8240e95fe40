"""What other programs read: the summary of the course."""
