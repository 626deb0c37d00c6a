% An example that calls planar2r_idm_simulink; run it with
%     matlab -batch planar2r_idm_simulink_main
%     octave-cli planar2r_idm_simulink_main.m
% Parameters: the robot's value set course.
% Placeholders, put your robot's numbers there: FV1, FS1, FV2, FS2.
p = struct();
p.d2 = 1.0;
p.d3 = 1.0;
p.XX1 = 0.0;
p.XY1 = 0.0;
p.XZ1 = 0.0;
p.YY1 = 3.37;
p.YZ1 = 0.0;
p.ZZ1 = 3.37;
p.MX1 = 5.0;
p.MY1 = 0.0;
p.MZ1 = 0.0;
p.M1 = 10.0;
p.FV1 = 0.1;
p.FS1 = 0.1;
p.XX2 = 0.0;
p.XY2 = 0.0;
p.XZ2 = 0.0;
p.YY2 = 3.37;
p.YZ2 = 0.0;
p.ZZ2 = 3.37;
p.MX2 = 5.0;
p.MY2 = 0.0;
p.MZ2 = 0.0;
p.M2 = 10.0;
p.FV2 = 0.1;
p.FS2 = 0.1;
p.G2 = -9.81;
given_q = [0.1; 0.2];
given_QP = [0.1; 0.2];
given_QDP = [0.1; 0.2];
found_k = planar2r_idm_simulink_prepare(p);
found_y = planar2r_idm_simulink_step([given_q; given_QP; given_QDP], found_k);
disp('GAM')
fprintf([repmat(' %.15g', 1, 2), '\n'], found_y(1:2));
