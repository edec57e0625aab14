"""Reports: model, tables, charts, HTML and terminal output."""
