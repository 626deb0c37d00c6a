"""Robots as text: the .par format of SYMORO+ and a lossless JSON format."""

from symoro.formats import json_format, par
from symoro.formats.files import EXTENSIONS, load_file, save_file, write_whole
from symoro.formats.request import Request, written_options
from symoro.formats.together import old_text, write_request, write_together
from symoro.robot import Diagnostic

__all__ = [
    "EXTENSIONS",
    "Diagnostic",
    "Request",
    "json_format",
    "load_file",
    "old_text",
    "par",
    "save_file",
    "write_request",
    "write_together",
    "write_whole",
    "written_options",
]
