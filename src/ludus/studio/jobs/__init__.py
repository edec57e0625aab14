"""Work in the background, such as studies, tournaments and designers: its queue, its files and its progress."""
