% An example that calls slidercrank_loop_kinematics_simulink; run it with
%     matlab -batch slidercrank_loop_kinematics_simulink_main
%     octave-cli slidercrank_loop_kinematics_simulink_main.m
% Parameters: the robot's value set example.
% Placeholders, put your robot's numbers there: XX1, XY1, XZ1, YY1, YZ1, ZZ1, MX1, MY1, MZ1,
% M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3, YY3, YZ3, ZZ3, MX3,
% MY3, MZ3, M3, G2.
p = struct();
p.L1 = 0.1;
p.L2 = 0.3;
p.XX1 = 1.0;
p.XY1 = 0.1;
p.XZ1 = 0.1;
p.YY1 = 1.0;
p.YZ1 = 0.1;
p.ZZ1 = 1.0;
p.MX1 = 0.05;
p.MY1 = 0.05;
p.MZ1 = 0.05;
p.M1 = 1.0;
p.XX2 = 1.0;
p.XY2 = 0.1;
p.XZ2 = 0.1;
p.YY2 = 1.0;
p.YZ2 = 0.1;
p.ZZ2 = 1.0;
p.MX2 = 0.05;
p.MY2 = 0.05;
p.MZ2 = 0.05;
p.M2 = 1.0;
p.XX3 = 1.0;
p.XY3 = 0.1;
p.XZ3 = 0.1;
p.YY3 = 1.0;
p.YZ3 = 0.1;
p.ZZ3 = 1.0;
p.MX3 = 0.05;
p.MY3 = 0.05;
p.MZ3 = 0.05;
p.M3 = 1.0;
p.G2 = -9.81;
given_q = [0.1; 0.2; 0.3; 0.4];
given_QP = [0.1; 0.2; 0.3; 0.4];
found_y = slidercrank_loop_kinematics_simulink([given_q; given_QP], p);
disp('Wa')
fprintf([repmat(' %.15g', 1, 1), '\n'], found_y(1:2));
disp('Wp')
fprintf([repmat(' %.15g', 1, 2), '\n'], found_y(3:6));
disp('Wac')
fprintf([repmat(' %.15g', 1, 1), '\n'], found_y(7));
disp('Wpc')
fprintf([repmat(' %.15g', 1, 2), '\n'], found_y(8:9));
disp('Wc')
fprintf([repmat(' %.15g', 1, 1), '\n'], found_y(10));
disp('Psi')
fprintf([repmat(' %.15g', 1, 2), '\n'], found_y(11:12));
disp('Phi')
fprintf([repmat(' %.15g', 1, 1), '\n'], found_y(13));
disp('W')
fprintf([repmat(' %.15g', 1, 1), '\n'], found_y(14:15));
