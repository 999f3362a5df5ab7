"""The site, as a Django project: settings, URLs and one app per subject."""
