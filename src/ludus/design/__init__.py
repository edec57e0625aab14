"""What can be designed: one folder a kind of content, with how it is drawn, varied, measured and told to people."""
