use num_bigint::BigUint;
use num_traits::{One, Zero};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use super::{Arch, Fe, Field, Portable, invert};
use crate::{
    limb::U256,
    secp256k1::model::{big, limbs},
};

macro_rules! fields {
    ($($name:ident $p:expr, $fold:literal;)+) => {
        $(
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            struct $name;
            impl Field for $name {
                const P: U256 = $p;
                const FOLD: u64 = $fold;
            }
        )+

        fn every_field<A: Arch>() {
            $(check::<$name, A>();)+
        }
    };
}
fields! {
    SecpP crate::secp256k1::P, 0x1_0000_03d1;
    SecpN crate::secp256k1::N, 0;
    NistP crate::p256::P, 0;
    NistN crate::p256::N, 0;
    BnP crate::bn254::P, 0;
    BnR crate::bn254::R, 0;
}

/// Numbers at the edges of the limbs, of the modulus and of 2^256, and some at random.
fn numbers(p: &BigUint) -> Vec<BigUint> {
    let top = BigUint::one() << 256u32;
    let mut numbers = vec![p.clone(), p / 2u32, p / 2u32 + 1u32, &top - p, p - (&top - p) % p];
    for i in 1..5u32 {
        numbers.extend([BigUint::from(i - 1), p - i, p + i, &top - i, (&top - p) + i]);
    }
    for bits in [32u32, 64, 128, 156, 192, 255] {
        let power = BigUint::one() << bits;
        numbers.extend([&power - 1u32, power.clone(), &power + 1u32, &top - &power]);
    }
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    for i in 0..24 {
        // Limbs of all ones and all zeros among random ones.
        let limbs: U256 = core::array::from_fn(|_| match (rng.next_u32() % 4, i < 12) {
            (0, true) => 0,
            (1, true) => u64::MAX,
            _ => rng.next_u64(),
        });
        numbers.push(big(&limbs));
    }
    numbers.retain(|x| x < &top);
    numbers
}

fn check<F: Field, A: Arch>() {
    let p = big(&F::P);
    let numbers = numbers(&p);
    // The forms themselves take the edge values: below p in Montgomery form, any below 2^256 else.
    let factor = if F::FOLD == 0 { (BigUint::one() << 256u32) % &p } else { BigUint::one() };
    let unfactor = factor.modinv(&p).unwrap();
    let value = |x: &Fe<F, A>| big(&x.form) * &unfactor % &p;
    let forms: Vec<&BigUint> = numbers.iter().filter(|x| F::FOLD != 0 || **x < p).collect();
    let in_range = |x: Fe<F, A>| {
        assert!(F::FOLD != 0 || big(&x.form) < p, "{x:x?}");
        x
    };
    for x in &forms {
        let a = Fe::<F, A>::from_form(limbs(x));
        let va = value(&a);
        assert_eq!(big(&a.to_canonical()), va);
        assert_eq!(a.is_zero(), va.is_zero());
        assert_eq!(a.is_odd(), va.bit(0));
        assert_eq!(value(&in_range(a.square())), &va * &va % &p, "{a:x?}");
        assert_eq!(value(&in_range(a.mul(&a))), &va * &va % &p, "{a:x?}");
        assert_eq!(value(&in_range(a.double())), &va * 2u32 % &p, "{a:x?}");
        assert_eq!(value(&in_range(a.neg())), (&p - &va) % &p, "{a:x?}");
        assert_eq!(value(&in_range(a.halve()).double()), va, "{a:x?}");
        assert!(a.sub(&a).is_zero());
        let inverse = a.invert();
        let expected = va.modinv(&p).unwrap_or_default();
        assert_eq!(value(&inverse), expected, "{a:x?}");
        for y in &forms {
            let b = Fe::<F, A>::from_form(limbs(y));
            let vb = value(&b);
            assert_eq!(value(&in_range(a.mul(&b))), &va * &vb % &p, "{a:x?} {b:x?}");
            assert_eq!(value(&in_range(a.add(&b))), (&va + &vb) % &p, "{a:x?} {b:x?}");
            assert_eq!(value(&in_range(a.sub(&b))), (&va + &p - &vb) % &p, "{a:x?} {b:x?}");
            assert_eq!(a == b, va == vb);
        }
    }
    for x in &numbers {
        assert_eq!(big(&Fe::<F, A>::new(&limbs(x)).to_canonical()), x % &p, "{x:x}");
    }
    assert_eq!(Fe::<F, A>::ONE.to_canonical(), [1, 0, 0, 0]);
}

#[test]
fn portable_agrees_with_integers() {
    every_field::<Portable>();
}

#[cfg(target_arch = "x86_64")]
#[test]
fn adx_agrees_with_integers() {
    struct Every;
    impl super::Task for Every {
        type Output = ();
        fn run<A: Arch>(self) {
            every_field::<A>();
        }
    }
    if let Some(adx) = crate::cpu::Adx::detect() {
        crate::arch::x86_64::adx_field::run(adx, Every);
    }
}

/// Chains of products, whose operands take the forms that products leave.
#[test]
fn inverses_of_small_moduli_and_powers() {
    for p in [3u64, 5, 7, 101, 65537] {
        for x in 0..p.min(300) {
            let inverse = invert(&[x, 0, 0, 0], &[p, 0, 0, 0]);
            let expected = BigUint::from(x).modinv(&BigUint::from(p)).unwrap_or_default();
            assert_eq!(big(&inverse), expected, "{x} mod {p}");
        }
    }
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let p = big(&crate::bn254::P);
    for i in 0..2000u32 {
        let x: U256 = core::array::from_fn(|_| rng.next_u64());
        let x = (big(&x) >> (i % 256)) % &p;
        let inverse = big(&invert(&limbs(&x), &crate::bn254::P));
        assert_eq!(inverse, x.modinv(&p).unwrap_or_default(), "{x:x}");
    }
}
