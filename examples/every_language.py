"""The RX90's inverse dynamics in base parameters, written in every language, and run by CasADi.

Each but the listing has an example caller, ``*_main.*``, whose first lines say how it is run.
"""

import casadi as ca
import numpy as np

import symoro
from symoro.printers import is_example, languages

robot = symoro.load("rx90")
model = symoro.idm(robot, base_parameters=True)

for language in languages():
    files = model.write("out", lang=language.name)
    example = next((file.name for file in files if is_example(file.name)), "none")
    print(f"{language.name:12} {files[0].name:32} example: {example}")

# In memory, with the parameters as numbers: torques and their derivatives by CasADi.
p = dict.fromkeys(model.program.parameters, 0.1)
torques = model.to_casadi(p)
q = ca.SX.sym("q", 6)
still = np.zeros(6)
slope = ca.Function("slope", [q], [ca.jacobian(torques(q, still, still), q)])
print("stiffness of gravity at q = 0:", np.diag(slope(0).full()).round(3))

native = model.compile()(still, still, still, parameters=p)
assert np.allclose(torques(still, still, still).full().ravel(), native, rtol=1e-12)
