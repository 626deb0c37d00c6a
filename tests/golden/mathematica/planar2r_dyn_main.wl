(* An example that calls planar2r_idm; run it with *)
(*     wolframscript -file planar2r_dyn_main.wl *)
(*     mathics -f planar2r_dyn_main.wl *)
(* Parameters: the robot's value set course. *)
(* Placeholders, put your robot's numbers there: FV1, FS1, FV2, FS2. *)

Get["planar2r_dyn.wl"];

number[x_] := StringReplace[ToString[N[x], InputForm], "*^" -> "e"];
show[name_, array_, columns_] := (
  Print[name];
  Do[Print[" ", StringRiffle[number /@ row, " "]], {row, Partition[Flatten[{array}], columns]}]
);

p = <|
  "d2" -> 1.0,
  "d3" -> 1.0,
  "XX1" -> 0.0,
  "XY1" -> 0.0,
  "XZ1" -> 0.0,
  "YY1" -> 3.37,
  "YZ1" -> 0.0,
  "ZZ1" -> 3.37,
  "MX1" -> 5.0,
  "MY1" -> 0.0,
  "MZ1" -> 0.0,
  "M1" -> 10.0,
  "FV1" -> 0.1,
  "FS1" -> 0.1,
  "XX2" -> 0.0,
  "XY2" -> 0.0,
  "XZ2" -> 0.0,
  "YY2" -> 3.37,
  "YZ2" -> 0.0,
  "ZZ2" -> 3.37,
  "MX2" -> 5.0,
  "MY2" -> 0.0,
  "MZ2" -> 0.0,
  "M2" -> 10.0,
  "FV2" -> 0.1,
  "FS2" -> 0.1,
  "G2" -> -9.81
|>;
given$q = {0.1, 0.2};
given$QP = {0.1, 0.2};
given$QDP = {0.1, 0.2};
found$k = planar2rIdmPrepare[p];
If[found$k === $Failed, Exit[1]];
found$GAM = planar2rIdmStep[given$q, given$QP, given$QDP, found$k];
show["GAM", found$GAM, 2];
