//! Points as they cross the kernel boundary.

/// An affine point with canonical coordinates; all zero is infinity (no curve here has a point (0, 0)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Affine<F> {
    /// x, below the field modulus.
    pub x: F,
    /// y, below the field modulus.
    pub y: F,
}

/// Why a pair of coordinates is not an admissible point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// The curve equation does not hold.
    NotOnCurve,
    /// On the curve, but not in the subgroup of prime order.
    NotInSubgroup,
}

/// An inadmissible point among an operation's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidPoint {
    /// Index of the item (pair, term, summand), from 0.
    pub item: usize,
    /// Which point of the item: 0 the first (G1 of a pair), 1 the second (G2 of a pair).
    pub part: usize,
    /// What is wrong with it.
    pub defect: Defect,
}
