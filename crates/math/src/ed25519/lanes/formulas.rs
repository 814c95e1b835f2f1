//! [`Parallel`] on polynomials, as `curve/formulas.rs` does it for [`super::super::curve::Serial`].

use super::{BaseTables, Group as _, Lanes, Parallel};
use crate::{
    ed25519::{
        curve::{
            D, D2, SQRT_MINUS_ONE,
            formulas::{Element, Point, law, law_of_doubling, small},
        },
        field::Field as _,
    },
    limb::U256,
};

#[derive(Debug, Clone, Copy)]
struct Four;

#[derive(Debug, Clone, Copy)]
enum Constant {
    Small(u32),
    D,
    D2,
    Root,
}

type Limbs = [Element; 4];

static TABLES: BaseTables<[Constant; 4]> = [[[Constant::Small(0); 4]; 64]; 2];

/// Two bits of a mask or an order.
fn two_bits(word: i32, lane: usize) -> usize {
    usize::try_from((word >> (2 * lane)) & 3).unwrap()
}

fn each(f: impl Fn(usize) -> Element) -> Limbs {
    core::array::from_fn(f)
}

impl Lanes for Four {
    type Limbs = Limbs;
    type Packed = [Constant; 4];

    const ONE: [Constant; 4] = [Constant::Small(1); 4];
    const D: [Constant; 4] = [Constant::D; 4];
    const ROOT: [Constant; 4] = [Constant::Root; 4];
    const ADDEND: [Constant; 4] =
        [Constant::Small(1), Constant::Small(1), Constant::D2, Constant::Small(2)];
    const IDENTITY: [Constant; 4] =
        [Constant::Small(0), Constant::Small(1), Constant::Small(0), Constant::Small(1)];

    fn base_tables(self) -> &'static BaseTables<[Constant; 4]> {
        &TABLES
    }

    fn zero(self) -> Limbs {
        [small(0); 4]
    }

    fn load(self, packed: &[Constant; 4]) -> Limbs {
        packed.map(|constant| match constant {
            Constant::Small(value) => small(value),
            Constant::D => Element::from_fe51(&D),
            Constant::D2 => Element::from_fe51(&D2),
            Constant::Root => Element::from_fe51(&SQRT_MINUS_ONE),
        })
    }

    fn load_integers(self, x: &[U256; 4]) -> Limbs {
        x.map(|x| Element::from_limbs(&x))
    }

    fn integers(self, x: &Limbs) -> [U256; 4] {
        x.map(Element::to_limbs)
    }

    /// A multiple of p.
    fn offset<const MASK: i32>(self) -> Limbs {
        self.zero()
    }

    fn carry(self, x: &Limbs) -> Limbs {
        *x
    }

    fn mul(self, start: &Limbs, x: &Limbs, y: &Limbs) -> Limbs {
        each(|i| start[i].add(x[i].mul(y[i])))
    }

    fn square(self, start: &Limbs, x: &Limbs) -> Limbs {
        self.mul(start, x, x)
    }

    fn add(self, x: &Limbs, y: &Limbs) -> Limbs {
        each(|i| x[i].add(y[i]))
    }

    fn sub(self, x: &Limbs, y: &Limbs) -> Limbs {
        each(|i| x[i].sub(y[i]))
    }

    fn add_where<const MASK: i32>(self, other: &Limbs, x: &Limbs, y: &Limbs) -> Limbs {
        each(|i| if two_bits(MASK, i) == 3 { x[i].add(y[i]) } else { other[i] })
    }

    fn sub_where<const MASK: i32>(self, other: &Limbs, x: &Limbs, y: &Limbs) -> Limbs {
        each(|i| if two_bits(MASK, i) == 3 { x[i].sub(y[i]) } else { other[i] })
    }

    fn order<const ORDER: i32>(self, x: &Limbs) -> Limbs {
        each(|i| x[two_bits(ORDER, i)])
    }

    fn swap_pairs(self, x: &Limbs) -> Limbs {
        each(|i| x[i ^ 1])
    }

    fn choose(self, mask: u8, x: &Limbs, y: &Limbs) -> Limbs {
        each(|i| if mask >> i & 1 == 1 { y[i] } else { x[i] })
    }

    fn decode<const N: usize>(self, encodings: &[[&[u8; 32]; 4]; N]) -> Option<[[Limbs; 4]; N]> {
        super::decode(self, encodings)
    }

    fn flip(self, addend: &Limbs, negative: bool) -> Limbs {
        let [a, b, c, d] = *addend;
        if negative { [b, a, small(0).sub(c), d] } else { *addend }
    }
}

/// (T, Y, X, Z).
fn lanes(p: &Point) -> Limbs {
    let z = p.f.mul(p.g);
    [p.x.mul(p.y).mul(z), p.y.mul(z), p.x.mul(z), z]
}

/// From E, F, G, H up to a factor.
fn product([e, f, g, h]: [Element; 4], factor: Element) -> Limbs {
    [e.mul(h), g.mul(h), e.mul(f), f.mul(g)].map(|x| x.mul(factor.square()))
}

#[test]
fn parallel_formulas_are_the_group_law() {
    let group = Parallel(Four);
    let (p, q) = (Point::new(0), Point::new(4));
    let (zp, zq) = (p.f.mul(p.g), q.f.mul(q.g));
    let point = lanes(&p);

    // With the opposites of E and G all four coordinates change their signs.
    let opposite = group.double(&point).map(|x| small(0).sub(x));
    assert_eq!(opposite, product(law_of_doubling(&p), zp.square()));
    let cached = group.cache(&lanes(&q));
    let factor = small(2).mul(zp).mul(zq);
    assert_eq!(group.add(&point, &cached, false), product(law(&p, &q), factor));
    assert_eq!(group.add(&point, &cached, true), product(law(&p, &q.neg()), factor));

    let origin = Point { x: small(0), y: small(1), f: small(1), g: small(1) };
    assert_eq!(group.identity(), lanes(&origin));
    assert!(group.is_identity(&group.identity()) && !group.is_identity(&point));
}
