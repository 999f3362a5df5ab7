"""What the pages of every app share: layout, styles, scripts, translations."""
