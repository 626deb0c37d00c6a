"""MJCF texts of the tests, each with a feature of the format, by name."""

from __future__ import annotations

ARM = """<mujoco model="arm">
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="upper" pos="0 0 .1">
      <joint name="j1" axis="0 0 1" ref="30" range="-90 90" damping="2" armature=".1"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
      <body name="lower" pos=".3 0 0" euler="90 0 0">
        <joint name="j2" axis="0 1 0" frictionloss=".3"/>
        <joint name="s2" type="slide" axis="1 0 0" pos="0 .1 0"/>
        <inertial mass="2" pos=".1 0 0" diaginertia=".1 .2 .15"/>
        <site name="tcp" pos="0 0 .3" euler="0 90 0"/>
        <body name="tool" pos="0 0 .2"><geom size=".02" mass=".1"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


def scene(bodies: str, more: str = "") -> str:
    """A text of bodies in the world."""
    return f"<mujoco>{more}<worldbody>\n{bodies}\n</worldbody></mujoco>"


FOUR_BAR = """<mujoco model="fourbar">
  <worldbody>
    <body name="crank">
      <joint name="j1" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 .1"/>
      <body name="coupler" pos="0 0 .1">
        <joint name="j2" axis="0 1 0"/>
        <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0.1"/>
      </body>
    </body>
    <body name="rocker" pos=".3 0 0">
      <joint name="j3" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 .2"/>
    </body>
  </worldbody>
  <equality><connect name="pin" body1="coupler" body2="rocker" anchor=".3 0 .1"/></equality>
  <actuator><motor joint="j1"/></actuator>
</mujoco>
"""

SPATIAL_LOOP = """<mujoco model="rssr">
  <worldbody>
    <body name="crank">
      <joint name="j1" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 .1"/>
      <body name="coupler" pos="0 0 .1">
        <joint name="j2" type="ball"/>
        <geom type="capsule" size=".02" fromto="0 0 0 .3 0.2 0.1"/>
      </body>
    </body>
    <body name="rocker" pos=".3 0.2 0">
      <joint name="j3" axis="1 0 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 .2"/>
    </body>
  </worldbody>
  <equality><connect body1="coupler" body2="rocker" anchor=".3 .2 .1"/></equality>
</mujoco>
"""

WELDED_FOUR_BAR = """<mujoco model="welded">
  <worldbody>
    <body name="crank">
      <joint name="j1" axis="0 1 0" damping=".2"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 .1"/>
      <body name="coupler" pos="0 0 .1" euler="0 20 0">
        <joint name="j2" axis="0 1 0" range="-170 170"/>
        <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0.1"/>
        <body name="end" pos=".3 0 .1" euler="0 0 30">
          <joint name="j3" axis="0 1 0" pos="0 0 0"/>
          <geom type="box" size=".02 .03 .04" pos=".05 0 0"/>
        </body>
      </body>
    </body>
    <body name="rocker" pos=".35 0 0">
      <joint name="j4" axis="0 -1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 .2"/>
    </body>
  </worldbody>
  <equality><weld name="glue" body1="end" body2="rocker"/></equality>
  <actuator><motor joint="j1"/></actuator>
</mujoco>
"""
"""A plane loop but for the axis j3, which is askew: it does not move."""

WELDED_PLANE = WELDED_FOUR_BAR.replace(' euler="0 0 30"', "")

WELDED_SLIDES = """<mujoco model="slides">
  <worldbody>
    <body name="cart" pos=".1 0 0">
      <joint name="drive" type="slide" axis="1 0 .2"/>
      <geom type="box" size=".05 .05 .05"/>
      <body name="rod" pos="0 0 .1">
        <joint name="hinge" axis="0 1 0" frictionloss=".1"/>
        <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0.1"/>
        <body name="sleeve" pos=".2 0 .05" euler="0 10 0">
          <joint name="slip" type="slide" axis="1 0 .3"/>
          <geom type="box" size=".03 .02 .02"/>
        </body>
      </body>
    </body>
    <body name="arm" pos=".5 0 -.1">
      <joint name="pivot" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 -.1 0 .2"/>
      <body name="hook" pos="0 0 .1"><geom size=".03"/></body>
    </body>
  </worldbody>
  <equality><weld body1="hook" body2="sleeve" anchor=".1 .2 0"/></equality>
  <actuator><motor joint="drive"/><motor joint="pivot"/></actuator>
</mujoco>
"""

WELDED_SPACE = """<mujoco model="arms">
  <worldbody>
    <body name="trunk" pos="0 0 1"><freejoint/><geom type="box" size=".1 .3 .2"/>
      <body name="left1" pos="0 .3 0" euler="10 20 30"><joint name="l1" axis="0 1 0"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/>
        <body name="left2" pos=".2 0 0"><joint name="l2" axis="1 0 0"/>
          <joint name="l3" axis="0 0 1"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/>
          <body name="left3" pos=".2 0 0"><joint name="l4" axis="0 1 .2"/>
            <geom type="box" size=".1 .02 .03"/><site name="grip_left" pos=".1 0 0"/></body>
        </body>
      </body>
      <body name="right1" pos="0 -.3 0" euler="-10 25 -30"><joint name="r1" axis="0 1 0"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/>
        <body name="right2" pos=".2 0 0"><joint name="r2" axis="1 0 0"/>
          <joint name="r3" axis="0 0 1"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/>
          <body name="right3" pos=".2 0 0"><joint name="r4" axis="0 1 -.2"/>
            <geom type="box" size=".1 .02 .03"/></body>
        </body>
      </body>
      <body name="head" pos="0 0 .3"><joint name="neck"/><geom size=".1"/></body>
    </body>
  </worldbody>
  <equality><weld body1="left3" body2="right3"/></equality>
</mujoco>
"""

WELDS = {
    "plane": WELDED_PLANE,
    "slides": WELDED_SLIDES,
    "floating": WELDED_SPACE,
}
"""Loops that a weld closes."""

TEXTS = {
    "a turn, a slide, a fixed tool": ARM,
    "several joints in one body, turned frames": scene(
        """<body pos=".1 .2 .3" euler="10 20 30">
        <joint type="slide" axis="1 1 0"/><joint axis="0 1 1" pos=".1 0 .2"/><joint axis="1 0 0"/>
        <geom type="box" size=".1 .2 .3" pos=".1 .1 .1" euler="5 6 7"/></body>"""
    ),
    "angles in radians and another sequence": scene(
        """<body euler="0.3 0.2 0.1"><joint axis="0 0 1" ref="0.4"/>
        <geom size=".1" pos="1 2 3"/></body>""",
        '<compiler angle="radian" eulerseq="ZYX"/>',
    ),
    "defaults": scene(
        """<body childclass="soft"><joint/><geom/><body pos="0 0 1"><joint axis="1 0 0"/><geom/>
        </body></body>""",
        """<default><geom type="capsule" size=".1 .3"/><default class="soft">
        <joint damping="3" armature=".2" axis="0 1 0"/></default></default>""",
    ),
    "a ball with a branch on it": scene(
        """<body pos="0 0 1" euler="0 40 0"><joint type="ball" name="b" pos=".1 .2 0"/>
        <geom type="ellipsoid" size=".1 .2 .3"/>
        <body pos="0 0 .5"><joint axis="1 0 0"/><geom type="cylinder" size=".1 .2"/></body>
        <body pos="0 .5 0"><joint type="ball"/><geom size=".1" pos=".2 0 0"/></body></body>"""
    ),
    "a floating base": scene(
        """<geom type="plane" size="1 1 1"/><body name="trunk" pos="0 0 1" euler="30 40 50">
        <freejoint/><geom type="box" size=".3 .2 .1" pos=".05 0 0"/>
        <body name="leg" pos=".2 .1 0"><joint axis="0 1 0" armature=".01"/>
        <geom type="capsule" size=".02" fromto="0 0 0 .1 0 -.4"/></body>
        <body name="mast"><geom size=".03" pos="0 0 .3"/></body></body>
        <body name="rock" pos="3 0 0"><geom size="1"/></body>""",
        '<option gravity="0 1 -9.8"/>',
    ),
    "two trees, an object and a target": scene(
        """<body name="left"><joint/><geom size=".1" pos="1 0 0"/></body>
        <body name="table" pos="0 1 0"><geom size=".5"/>
        <body name="right"><joint axis="0 1 0"/><geom size=".1" pos="1 0 0"/></body></body>
        <body name="cube" pos="2 0 0"><freejoint/><geom size=".1"/></body>
        <body name="target" mocap="true"><geom size=".1" contype="0" conaffinity="0"/></body>"""
    ),
    "full inertia matrices that are balanced": scene(
        """<body><joint axis="0 0 1"/>
        <inertial mass="2" pos=".1 .2 .3" fullinertia="1 2 4 .1 .2 .3"/>
        <body pos="1 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".1 0 0" density="200"/></body>
        </body>""",
        '<compiler balanceinertia="true"/>',
    ),
    "motors with rotors": scene(
        """<body><joint name="a"/><geom size=".1" pos="1 0 0"/><body pos="1 0 0">
        <joint name="b" type="slide"/><geom size=".1"/></body></body>""",
        """<actuator><motor joint="a" gear="10" armature=".02" damping=".3"/>
        <position joint="b" gear="3" kp="5" armature=".1"/></actuator>""",
    ),
    "gravity that is disabled": scene(
        '<body><joint axis="0 1 0"/><geom size=".1" pos="1 0 0"/></body>',
        '<option><flag gravity="disable"/></option>',
    ),
    "forces that are left out": scene(
        """<body gravcomp="1"><joint axis="0 1 0" stiffness="3" springref="20"/>
        <geom size=".1" pos="1 0 0"/></body>""",
        '<option density="1000" viscosity="1"/>',
    ),
    "a plane loop": FOUR_BAR,
    "a loop in space": SPATIAL_LOOP,
}
"""Texts that are robots."""
