"""MJCF, the XML of MuJoCo: trees of bodies, with equality constraints for loops."""
