"""Plans of dynamic models."""

import symoro.models.dynamics.lean  # the rooms below come first, each at once
import symoro.references.inverse_dynamics
import symoro.references.tree_dynamics
import symoro.verify.massless_joints  # noqa: F401
