"""Whether a program is right: values are drawn, and it is compared with an independent route."""
