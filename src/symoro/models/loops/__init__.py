"""The loops of closed robots: their geometry and their kinematics."""
