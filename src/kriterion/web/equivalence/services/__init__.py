"""What pages of classes do, without HTTP."""
