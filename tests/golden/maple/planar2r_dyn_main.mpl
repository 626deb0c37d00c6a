# An example that calls planar2r_idm; run it with
#     maple -q planar2r_dyn_main.mpl
# Parameters: the robot's value set course.
# Placeholders, put your robot's numbers there: FV1, FS1, FV2, FS2.

Digits := 17:
read "planar2r_dyn.mpl":

print_rows := proc(rows)
  local each, text, x;
  for each in rows do
    text := "";
    for x in each do
      text := cat(text, sprintf(" %.15g", evalf(x)));
    end do;
    writeline(terminal, text);
  end do;
end proc:

p := table([
  "d2" = 1.0,
  "d3" = 1.0,
  "XX1" = 0.0,
  "XY1" = 0.0,
  "XZ1" = 0.0,
  "YY1" = 3.37,
  "YZ1" = 0.0,
  "ZZ1" = 3.37,
  "MX1" = 5.0,
  "MY1" = 0.0,
  "MZ1" = 0.0,
  "M1" = 10.0,
  "FV1" = 0.1,
  "FS1" = 0.1,
  "XX2" = 0.0,
  "XY2" = 0.0,
  "XZ2" = 0.0,
  "YY2" = 3.37,
  "YZ2" = 0.0,
  "ZZ2" = 3.37,
  "MX2" = 5.0,
  "MY2" = 0.0,
  "MZ2" = 0.0,
  "M2" = 10.0,
  "FV2" = 0.1,
  "FS2" = 0.1,
  "G2" = -9.81
]):
given_q := [0.1, 0.2]:
given_QP := [0.1, 0.2]:
given_QDP := [0.1, 0.2]:
found_k := planar2r_idm_prepare(p):
found_GAM := planar2r_idm_step(given_q, given_QP, given_QDP, found_k):
writeline(terminal, "GAM"):
print_rows([found_GAM]):
