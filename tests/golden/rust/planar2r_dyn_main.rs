// An example that calls planar2r_idm; run it with
//     rustc --edition 2021 -O planar2r_dyn_main.rs && ./planar2r_dyn_main
// and test it with
//     rustc --edition 2021 --test -o planar2r_dyn_test planar2r_dyn_main.rs && ./planar2r_dyn_test
// Parameters: the robot's value set course.
// Placeholders, put your robot's numbers there: FV1, FS1, FV2, FS2.
#![allow(clippy::all, non_snake_case)]

mod planar2r_dyn;
mod planar2r_parameters;

fn found() -> Result<[f64; 2], &'static str> {
    let p = planar2r_parameters::Planar2rParameters {
        d2: 1.0,
        d3: 1.0,
        XX1: 0.0,
        XY1: 0.0,
        XZ1: 0.0,
        YY1: 3.37,
        YZ1: 0.0,
        ZZ1: 3.37,
        MX1: 5.0,
        MY1: 0.0,
        MZ1: 0.0,
        M1: 10.0,
        FV1: 0.1,
        FS1: 0.1,
        XX2: 0.0,
        XY2: 0.0,
        XZ2: 0.0,
        YY2: 3.37,
        YZ2: 0.0,
        ZZ2: 3.37,
        MX2: 5.0,
        MY2: 0.0,
        MZ2: 0.0,
        M2: 10.0,
        FV2: 0.1,
        FS2: 0.1,
        G2: -9.81,
    };
    let given_q = [0.1, 0.2];
    let given_QP = [0.1, 0.2];
    let given_QDP = [0.1, 0.2];
    let found_k = planar2r_dyn::planar2r_idm_prepare(&p)?;
    Ok(planar2r_dyn::planar2r_idm_step(&given_q, &given_QP, &given_QDP, &found_k))
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
    let found_GAM = found().unwrap_or_else(|name| {
        eprintln!("{name} must not be zero");
        std::process::exit(1);
    });
    show("GAM", 2, &found_GAM);
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
    let found_GAM = found().unwrap();
    check(&found_GAM, &[197.612783136, 48.490221547]);
}
