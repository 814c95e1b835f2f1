//! Every case of the group law and of interleaved multiplication, on curves of small prime order.

use num_bigint::BigUint;

use super::{multiply::ODD_MULTIPLES, *};
use crate::{field::Portable, limb::U256, point::Affine, secp256k1::model};

/// A curve small enough to try everything.
trait Toy: Curve {
    const B: u64;
    const N: u64;
    const G: (u64, u64);

    fn model() -> model::Curve {
        let p = model::big(&Self::Field::P);
        model::Curve {
            a: if Self::A_IS_MINUS_3 { &p - 3u32 } else { BigUint::ZERO },
            p,
            n: Self::N.into(),
            b: Self::B.into(),
            g: Some((Self::G.0.into(), Self::G.1.into())),
        }
    }

    /// 0, G, 2G, ... (N - 1) G by the model.
    fn multiples() -> Vec<Option<Affine<U256>>> {
        let model = Self::model();
        let mut sum = None;
        let mut all = Vec::new();
        for _ in 0..Self::N {
            all.push(sum.is_some().then(|| model::affine(&sum)));
            sum = model.add(&sum, &model.g);
        }
        assert_eq!(sum, None, "the order");
        all
    }
}

macro_rules! toys {
    ($($field:ident $curve:ident: p = $p:literal, minus_3 = $minus_3:literal, b = $b:literal, n = $n:literal, g = $g:expr, table = $table:ident;)+) => {
        $(
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            struct $field;
            impl Field for $field {
                const P: U256 = [$p, 0, 0, 0];
            }
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            struct $curve;
            impl Curve for $curve {
                type Field = $field;
                const A_IS_MINUS_3: bool = $minus_3;
            }
            impl Toy for $curve {
                const B: u64 = $b;
                const N: u64 = $n;
                const G: (u64, u64) = $g;
            }
        )+

        fn every_toy<A: Arch>() {
            $(
                group_law::<$curve, A>();
                interleaving::<$curve, A>($table);
            )+
        }
    };
}
toys! {
    P31 Toy31: p = 31, minus_3 = false, b = 3, n = 43, g = (1, 2), table = odd_multiples_shared_z;
    P43 Toy43: p = 43, minus_3 = false, b = 7, n = 31, g = (2, 12), table = odd_multiples_shared_z;
    P37 Toy37: p = 37, minus_3 = true, b = 9, n = 41, g = (0, 3), table = unscaled;
    P61 Toy61: p = 61, minus_3 = true, b = 3, n = 73, g = (0, 8), table = unscaled;
}

/// [`odd_multiples`] with the scale that they do not need.
fn unscaled<C: Curve, A: Arch>(p: &Point<C, A>) -> Table<C, A> {
    (odd_multiples(p), Fe::ONE)
}

fn point<C: Curve, A: Arch>(p: &Affine<U256>) -> Point<C, A> {
    Point { x: Fe::new(&p.x), y: Fe::new(&p.y) }
}

fn affine<C: Curve, A: Arch>(p: Jacobian<C, A>) -> Option<Affine<U256>> {
    p.to_point().map(|p| Affine { x: p.x.to_canonical(), y: p.y.to_canonical() })
}

/// The point with some Z other than one.
fn projective<C: Curve, A: Arch>(p: Option<&Affine<U256>>, z: u64) -> Jacobian<C, A> {
    let Some(p) = p else {
        // Any (t², t³, 0) is infinity.
        let t = Fe::new(&[z, 0, 0, 0]);
        return Jacobian { x: t.square(), y: t.square().mul(&t), z: Fe::ZERO };
    };
    let z = Fe::new(&[z, 0, 0, 0]);
    let Point { x, y } = point::<C, A>(p).scaled(&z);
    Jacobian { x, y, z }
}

fn group_law<C: Toy, A: Arch>() {
    let multiples = C::multiples();
    let n = multiples.len();
    for (i, p) in multiples.iter().enumerate() {
        for z in [1, 2, 5] {
            let left = projective::<C, A>(p.as_ref(), z);
            assert_eq!(affine(left), *p);
            assert_eq!(affine(left.double()), multiples[2 * i % n]);
            for (j, q) in multiples.iter().enumerate() {
                let sum = &multiples[(i + j) % n];
                for z in [1, 3] {
                    assert_eq!(affine(left.add(&projective(q.as_ref(), z))), *sum, "{i} {j}");
                }
                let Some(q) = q else { continue };
                assert_eq!(affine(left.add_point(&point(q))), *sum, "{i} {j}");
                let difference = &multiples[(n + i - j) % n];
                assert_eq!(affine(left.add_point(&point(q).neg())), *difference, "{i} {j}");
                // left with coordinates on the curve scaled by s.
                let s = Fe::new(&[4, 0, 0, 0]);
                let mut scaled = left;
                scaled.z = left.z.mul(&s.invert());
                let mut total = scaled.add_scaled(&point(q), &s);
                total.z = total.z.mul(&s);
                if !C::A_IS_MINUS_3 {
                    assert_eq!(affine(total), *sum, "{i} {j}");
                }
            }
        }
    }
}

type Table<C, A> = ([Point<C, A>; ODD_MULTIPLES], Fe<<C as Curve>::Field, A>);

/// u1 G + u2 P for all u1, u2 below the order and some above, and all P.
fn interleaving<C: Toy, A: Arch>(table: impl Fn(&Point<C, A>) -> Table<C, A>) {
    let multiples = C::multiples();
    let n = multiples.len();
    let base = FixedBase::new::<C, Portable>(&[([C::G.0, 0, 0, 0], [C::G.1, 0, 0, 0])], 4);
    for (k, p) in multiples.iter().enumerate().skip(1) {
        let (table, scale) = table(&point(p.as_ref().unwrap()));
        for u1 in 0..n + 3 {
            for u2 in 0..n + 3 {
                for negative in [false, true] {
                    let form = Wnaf::new(&[u2 as u64, 0, 0, 0], negative, WIDTH);
                    let own = [Stream { form, table: &table }];
                    let fixed = [base.stream(0, &[u1 as u64, 0, 0, 0])];
                    let mut sum = interleave(&own, &fixed, &scale);
                    sum.z = sum.z.mul(&scale);
                    let product = if negative { n * n * 4 - u2 * k } else { u2 * k };
                    assert_eq!(affine(sum), multiples[(u1 + product) % n], "{u1} {u2} {k}");
                }
            }
        }
    }
}

#[test]
fn portable_is_complete() {
    every_toy::<Portable>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn adx_is_complete() {
    struct Every;
    impl crate::field::Task for Every {
        type Output = ();
        fn run<A: Arch>(self) {
            every_toy::<A>();
        }
    }
    if let Some(adx) = crate::cpu::Adx::detect() {
        crate::arch::x86_64::adx_field::run(adx, Every);
    }
}
