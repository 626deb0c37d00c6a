"""A robot of your own: from a table to a file, a check and C code."""

import symoro
from symoro.formats import save_file

# Three revolute joints; frame 4 is the tool, 0.2 m along x of link 3. Lengths are symbols.
arm = symoro.Robot.from_mdh(
    alpha=[0, "Pi/2", 0],
    d=[0, "D2", "D3"],
    theta_offset=[0, "Pi/2", 0],
    r=["R1", 0, 0],
    sigma=[0, 0, 0],
    tool=[[1, 0, 0, 0.2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    name="arm3",
)
for diagnostic in symoro.check(arm):
    print("look at", diagnostic)

save_file(arm, "arm3.par")
print("read back equal:", symoro.load("arm3.par") == arm)

# A load on the tool: its weight is what the tool exerts on the environment, upwards.
model = symoro.idm(arm, include=["wrench=4", "friction"])
print(model.operations)
for path in model.write("out", lang=["listing", "c"]):
    print("wrote", path)
