// The constant parameters and the numbers of rrp, for all its models.
#![allow(clippy::all, dead_code, non_snake_case)]

use std::ops::{Add, Div, Mul, Neg, Sub};

/// What the models compute with. Dual numbers, for derivatives, need no more than this.
pub trait Scalar:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn from_f64(x: f64) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn tanh(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    /// The angle of the direction (x, y), where y is `self`.
    fn atan2(self, x: Self) -> Self;
}

macro_rules! scalar {
    ($float:ty) => {
        impl Scalar for $float {
            fn from_f64(x: f64) -> Self {
                x as $float
            }
            fn sin(self) -> Self {
                <$float>::sin(self)
            }
            fn cos(self) -> Self {
                <$float>::cos(self)
            }
            fn tan(self) -> Self {
                <$float>::tan(self)
            }
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
            fn exp(self) -> Self {
                <$float>::exp(self)
            }
            fn ln(self) -> Self {
                <$float>::ln(self)
            }
            fn tanh(self) -> Self {
                <$float>::tanh(self)
            }
            fn asin(self) -> Self {
                <$float>::asin(self)
            }
            fn acos(self) -> Self {
                <$float>::acos(self)
            }
            fn atan2(self, x: Self) -> Self {
                <$float>::atan2(self, x)
            }
        }
    };
}

scalar!(f32);
scalar!(f64);

/// The constant parameters of rrp, by symbol.
#[derive(Clone, Copy, Debug)]
pub struct RrpParameters<T> {
    pub g1: T,
    pub b1: T,
    pub a1: T,
    pub d1: T,
    pub r1: T,
    pub XX1: T,
    pub XY1: T,
    pub XZ1: T,
    pub YY1: T,
    pub YZ1: T,
    pub ZZ1: T,
    pub MX1: T,
    pub MY1: T,
    pub MZ1: T,
    pub M1: T,
    pub XX2: T,
    pub XY2: T,
    pub XZ2: T,
    pub YY2: T,
    pub YZ2: T,
    pub ZZ2: T,
    pub MX2: T,
    pub MY2: T,
    pub MZ2: T,
    pub M2: T,
    pub XX3: T,
    pub XY3: T,
    pub XZ3: T,
    pub YY3: T,
    pub YZ3: T,
    pub ZZ3: T,
    pub MX3: T,
    pub MY3: T,
    pub MZ3: T,
    pub M3: T,
    pub G3: T,
}
