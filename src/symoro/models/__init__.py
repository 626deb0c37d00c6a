"""The algorithm pages: one algorithm a file, over any scalar; they never see a program."""
