// An example that calls rrp_idm; run it with
//     rustc --edition 2021 -O rrp_dyn_main.rs && ./rrp_dyn_main
// and test it with
//     rustc --edition 2021 --test -o rrp_dyn_test rrp_dyn_main.rs && ./rrp_dyn_test
// Placeholders, put your robot's numbers there: g1, b1, a1, d1, r1, XX1, XY1, XZ1, YY1, YZ1,
// ZZ1, MX1, MY1, MZ1, M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3,
// YY3, YZ3, ZZ3, MX3, MY3, MZ3, M3, G3.
#![allow(clippy::all, non_snake_case)]

mod rrp_dyn;
mod rrp_parameters;

fn found() -> Result<([f64; 3], [[f64; 3]; 3], [[f64; 3]; 3]), &'static str> {
    let p = rrp_parameters::RrpParameters {
        g1: 0.5,
        b1: 0.5,
        a1: 0.5,
        d1: 0.5,
        r1: 0.5,
        XX1: 1.0,
        XY1: 0.1,
        XZ1: 0.1,
        YY1: 1.0,
        YZ1: 0.1,
        ZZ1: 1.0,
        MX1: 0.05,
        MY1: 0.05,
        MZ1: 0.05,
        M1: 1.0,
        XX2: 1.0,
        XY2: 0.1,
        XZ2: 0.1,
        YY2: 1.0,
        YZ2: 0.1,
        ZZ2: 1.0,
        MX2: 0.05,
        MY2: 0.05,
        MZ2: 0.05,
        M2: 1.0,
        XX3: 1.0,
        XY3: 0.1,
        XZ3: 0.1,
        YY3: 1.0,
        YZ3: 0.1,
        ZZ3: 1.0,
        MX3: 0.05,
        MY3: 0.05,
        MZ3: 0.05,
        M3: 1.0,
        G3: -9.81,
    };
    let given_q = [0.1, 0.2, 0.3];
    let given_QP = [0.1, 0.2, 0.3];
    let given_QDP = [0.1, 0.2, 0.3];
    let given_FE = [
        [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        [0.7, 0.8, 0.9, 1.0, 1.1, 1.2],
        [1.3, 1.4, 1.5, 1.6, 1.7, 1.8],
    ];
    let found_k = rrp_dyn::rrp_idm_prepare(&p)?;
    Ok(rrp_dyn::rrp_idm_step(&given_q, &given_QP, &given_QDP, &given_FE, &found_k))
}

fn show(name: &str, columns: usize, numbers: &[f64]) {
    println!("{name}");
    for row in numbers.chunks(columns) {
        for x in row {
            print!(" {x:.14e}");
        }
        println!();
    }
}

fn main() {
    let (found_GAM, found_E, found_N) = found().unwrap_or_else(|name| {
        eprintln!("{name} must not be zero");
        std::process::exit(1);
    });
    show("GAM", 3, &found_GAM);
    show("E", 3, &found_E.concat());
    show("N", 3, &found_N.concat());
}

#[cfg(test)]
fn check(found: &[f64], wanted: &[f64]) {
    let scale = wanted.iter().fold(1.0, |scale: f64, x| scale.max(x.abs()));
    assert_eq!(found.len(), wanted.len());
    for (x, y) in found.iter().zip(wanted) {
        assert!((x - y).abs() <= 1e-10 * scale, "{x} is not {y}");
    }
}

#[test]
fn finds_what_the_interpreter_found() {
    let (found_GAM, found_E, found_N) = found().unwrap();
    check(&found_GAM, &[-0.20325261221, 4.03165155497, -6.56743675518]);
    check(&found_E.concat(), &[
        3.2093485245, 12.6831519302, 24.3877330191,
        5.8253254627, 14.9187156323, -7.9989836292, 3.662273313,
        -3.3172658138, -6.5674367552,
    ]);
    check(&found_N.concat(), &[
        2.24413906069, -4.42762915236, -0.20325261221,
        1.89596236286, -0.90853924826, 4.03165155497,
        1.48634627122, 2.41342026915, 1.3747554518,
    ]);
}
