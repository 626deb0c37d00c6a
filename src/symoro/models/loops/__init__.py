"""The loops of closed robots: their geometry and their kinematics."""

from symoro.models.loops.assembly import full_plan
from symoro.models.loops.loop_kinematics import Constraints, Selection
from symoro.models.loops.recipes import LoopPlan, plan_loops

__all__ = ["Constraints", "LoopPlan", "Selection", "full_plan", "plan_loops"]
