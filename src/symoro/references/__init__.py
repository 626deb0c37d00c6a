"""Independent numeric routes, with which generated models are compared.

They share no formula with the algorithm pages: world frame instead of link frames, products of
elementary matrices instead of closed forms, momenta instead of accelerations. A page and the
reference of its own file name belong together; a reference of several pages is named by what it
computes:

    poses                 transforms, loop_geometry, igm_matrices
    lambda_matrix         lambda_matrix
    jacobian              jacobian, analytical_jacobian, determinant, inverse
    motion                motion, loop_kinematics
    inverse_dynamics      inverse_dynamics, forward_dynamics, hybrid, rolling
    tree_dynamics         inertia, coriolis, ccg, lagrange, energy, momentum, operational,
                          operational_control
    weight                weight, momentum
    linearize             linearize
    regressor             regressor
    reference_motion      reference_motion, regressor
    unit_parameters       energy_model, filtered_model
    column_rates          column_rates, filtered_model
    closed_loops          loop_kinematics
    closed_dynamics       motor_efforts, loop_reactions, forward_dynamics, momentum, coriolis,
                          lagrange, hybrid, operational, operational_control
    closed_linearize      linearize
    loop_gaps             gaps
    inverse_geometry      paul, pieper, derivation

In all of them ``values`` has a scalar for each symbol, joint variables and velocities included;
``arithmetic`` is the kind of the scalars, ``dtype`` that of the arrays: ``float`` for floats.
"""
