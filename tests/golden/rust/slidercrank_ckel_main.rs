// An example that calls slidercrank_loop_kinematics; run it with
//     rustc --edition 2021 -O slidercrank_ckel_main.rs && ./slidercrank_ckel_main
// and test it with
//     rustc --edition 2021 --test -o slidercrank_ckel_test slidercrank_ckel_main.rs && ./slidercrank_ckel_test
// Parameters: the robot's value set example.
// Placeholders, put your robot's numbers there: XX1, XY1, XZ1, YY1, YZ1, ZZ1, MX1, MY1, MZ1,
// M1, XX2, XY2, XZ2, YY2, YZ2, ZZ2, MX2, MY2, MZ2, M2, XX3, XY3, XZ3, YY3, YZ3, ZZ3, MX3,
// MY3, MZ3, M3, G2.
#![allow(clippy::all, non_snake_case)]

mod slidercrank_ckel;
mod slidercrank_parameters;

fn found() -> Result<([[f64; 1]; 2], [[f64; 2]; 2], [[f64; 1]; 1], [[f64; 2]; 1], [[f64; 1]; 1],
    [f64; 2], [f64; 1], [[f64; 1]; 2]), &'static str> {
    let p = slidercrank_parameters::SlidercrankParameters {
        L1: 0.1,
        L2: 0.3,
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
        G2: -9.81,
    };
    let given_q = [0.1, 0.2, 0.3, 0.4];
    let given_QP = [0.1, 0.2, 0.3, 0.4];
    Ok(slidercrank_ckel::slidercrank_loop_kinematics(&given_q, &given_QP, &p))
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
    let (found_Wa, found_Wp, found_Wac, found_Wpc, found_Wc, found_Psi, found_Phi, found_W) =
        found().unwrap_or_else(|name| {
        eprintln!("{name} must not be zero");
        std::process::exit(1);
    });
    show("Wa", 1, &found_Wa.concat());
    show("Wp", 2, &found_Wp.concat());
    show("Wac", 1, &found_Wac.concat());
    show("Wpc", 2, &found_Wpc.concat());
    show("Wc", 1, &found_Wc.concat());
    show("Psi", 2, &found_Psi);
    show("Phi", 1, &found_Phi);
    show("W", 1, &found_W.concat());
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
    let (found_Wa, found_Wp, found_Wac, found_Wpc, found_Wc, found_Psi, found_Phi, found_W) =
        found().unwrap();
    check(&found_Wa.concat(), &[0.17328975003, 0.35885185969]);
    check(&found_Wp.concat(), &[0.11682550269, 0.0, 0.2763182982, 1.0]);
    check(&found_Wac.concat(), &[1.0]);
    check(&found_Wpc.concat(), &[1.0, 0.0]);
    check(&found_Wc.concat(), &[1.0]);
    check(&found_Psi, &[-0.02569398245, 0.01107893772]);
    check(&found_Phi, &[0.0]);
    check(&found_W.concat(), &[-1.4833212444, 0.05101694225]);
}
