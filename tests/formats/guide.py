"""The file of the SR400 as Khalil and Lemoine's guide to SYMORO+ prints it (5.8.1)."""

from __future__ import annotations

CONS = """\
Constraint[nbs_Integer]:= Module [{i,Pi = 3.14159265358979},

For [i= 1,i \N{LESS-THAN OR EQUAL TO} nbs, i++,

Q[[i,3]] = Pi/2 - Q[[i,2]] + Q[[i,7]];

Q[[i,8]] = Q[[i,2]] - Q[[i,7]];

QD[[i,3]] = - QD[[i,2]] + QD[[i,7]];

QD[[i,8]] = QD[[i,2]] - QD[[i,7]];

];
"""
