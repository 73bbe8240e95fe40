"""The course compiler: sources that people edit go in, an ordinary Markdown tree comes out."""
