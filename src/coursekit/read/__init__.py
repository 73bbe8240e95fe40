"""Reads what people edit into checked objects; knows nothing of rendering."""
