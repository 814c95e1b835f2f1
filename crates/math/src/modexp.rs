//! base^exp mod modulus for integers of any size.
//!
//! A modulus is N = 2^k · Q with Q odd. The power mod Q is computed in Montgomery form, mod 2^k by
//! low products, and the two are joined by the Chinese remainder theorem; leading and trailing zero
//! bytes of all operands are stripped first. Memory follows from the bytes that are really there and
//! from the length of the modulus, never from the declared length of the base or the exponent.
//!
//! | part | file |
//! |---|---|
//! | operands read in place | `natural` |
//! | windows of the exponent and the choice of their width | `window` |
//! | exponents from the low end, for 1 and 2 limbs | `buckets` |
//! | Q of 1 to 8 limbs, straight-line code | `fixed`, `arch::x86_64::modexp_adx` |
//! | Q of 257 to 2076 bits, IFMA | `digits`, `arch::x86_64::modexp_ifma` |
//! | Q of any length, slices | `odd`, `limbs` |
//! | 2^k | `two_adic`, `arch::x86_64::modexp_ifma_low` |
//!
//! Set-up is one division: the base goes to Montgomery form as base · R mod Q, without R². Nothing is
//! allocated unless Q has more than 2048 bits or so, or 2^k does; then there is one allocation.
//!
//! The join divides by Q mod 2^k from the low end, which needs no inverse of Q and no memory.
//!
//! Tried and lost (Zen 4):
//! - In the IFMA steps, the low halves of m · M added to the shifted accumulator itself, so that the
//!   shift and a multiply-add are in one chain: 3 to 9 % slower.
//! - IFMA squarings that multiply all pairs of digits: 8 % slower at 1024 and 2048 bits.
//! - Four ordinary steps of reduction at 4 limbs: 7 % slower than two ordinary ones and two without a
//!   quotient digit.
//! - Rows of 4 limbs a turn in the loops for long moduli, instead of 8: up to 5 % slower.
//! - The window by bit length alone: exponents of widely spaced bits then cost more than with width 1.

mod buckets;
#[cfg(target_arch = "x86_64")]
pub(crate) mod digits;
pub(crate) mod fixed;
pub(crate) mod limbs;
mod natural;
mod odd;
#[cfg(test)]
mod tests;
mod two_adic;
pub(crate) mod window;

use alloc::{vec, vec::Vec};

use crate::backend::backends;
#[cfg(target_arch = "x86_64")]
use crate::{
    arch::x86_64::{modexp_adx, modexp_ifma},
    cpu,
};
use fixed::{Call, Portable};
use limbs::Plain;
use natural::Natural;
use window::{Exponent, MAX_WIDTH};

backends! {
    "modular exponentiation";
    Portable = "portable",
    #[cfg(target_arch = "x86_64")]
    Adx(cpu::Adx) = "adx",
    #[cfg(target_arch = "x86_64")]
    Avx512Ifma(cpu::Avx512Ifma) = "avx512ifma",
}

/// A big-endian integer of `len` bytes; bytes past the end of `bytes` are zero (`bytes.len() <= len`).
#[derive(Debug, Clone, Copy)]
pub struct Operand<'a> {
    /// The leading bytes.
    pub bytes: &'a [u8],
    /// Length of the integer in bytes.
    pub len: usize,
}

/// out := base^exp mod modulus, big-endian over the whole of `out` (modulus.len bytes). 0^0 = 1; a modulus of 0 or 1 gives 0.
///
/// Allocates at most 64 KiB + 4 · (bytes of the operands that are present + modulus.len).
pub fn modexp(
    backend: Backend,
    base: Operand<'_>,
    exp: Operand<'_>,
    modulus: Operand<'_>,
    out: &mut [u8],
) {
    out.fill(0);
    let supplied = [base, exp, modulus].map(|operand| operand.bytes.len() as u64).iter().sum();
    let [base, exp, modulus] = [base, exp, modulus].map(Natural::new);
    if modulus.is_zero() || modulus.is_one() {
        return;
    }
    if exp.is_zero() {
        if let Some(low) = out.last_mut() {
            *low = 1;
        }
        return;
    }
    if base.is_zero() {
        return;
    }
    let exponent = Exponent::new(exp);
    let call = Call {
        base: &base,
        exponent: &exponent,
        modulus: &modulus,
        twos: modulus.trailing_zeros(),
    };
    if call.twos == 0 && short_odd_power(backend, &call, |power| write(power, out)) {
        return;
    }
    general(backend, &call, supplied, out);
}

/// How the power modulo an odd number is computed.
///
/// Measured on Zen 4 (IFMA at 3.7 GHz): straight-line MULX/ADCX/ADOX code is ahead of IFMA up to 256
/// bits, behind from 320 bits on (1.4 times at 320, 1.7 at 512) unless the exponent is so short that
/// setting IFMA up costs more ([`pays_for_digits`]). For CPUs with ADX alone and for plain
/// x86-64 the bound at 512 bits comes from forcing those backends on the same machine; on aarch64
/// nothing has been measured, it takes the bounds of plain x86-64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Route {
    /// Straight-line code for that many limbs.
    Straight(usize),
    /// Digits of 52 bits in vectors.
    #[cfg(target_arch = "x86_64")]
    Digits(cpu::Avx512Ifma),
    /// Loops over slices of any length.
    Sliced,
}

impl Route {
    /// For an odd part of that many bits and an exponent of that many squarings.
    fn new(backend: Backend, bits: u64, squarings: u64, base: &Natural<'_>) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Backend::Avx512Ifma(witness) = backend
            && (257..=modexp_ifma::MAX_BITS).contains(&bits)
            && base.tail < LONG_TAIL
            && pays_for_digits(to_limbs(bits), squarings, base)
        {
            return Self::Digits(witness);
        }
        let _ = (backend, squarings, base);
        if bits <= 64 * STRAIGHT_LIMBS { Self::Straight(to_limbs(bits)) } else { Self::Sliced }
    }
}

/// How a backend computes powers modulo odd numbers, in words: ascending greatest lengths of the odd part in
/// bits, the last `u64::MAX`, for a short base and a long exponent. Found by asking the routing itself.
#[must_use]
pub fn engines(backend: Backend) -> Vec<(u64, &'static str)> {
    const LONGEST: u64 = 1 << 14;
    let (base, squarings) = (Natural { sig: &[1], tail: 0 }, 1 << 20);
    let mut engines: Vec<(u64, &'static str)> = Vec::new();
    for bits in 2..=LONGEST {
        let words = match (Route::new(backend, bits, squarings, &base), backend) {
            (Route::Straight(_), Backend::Portable) => "straight-line code of the compiler",
            (Route::Sliced, Backend::Portable) => "loops over limbs",
            #[cfg(target_arch = "x86_64")]
            (Route::Straight(_), _) => "straight-line MULX, ADCX and ADOX",
            #[cfg(target_arch = "x86_64")]
            (Route::Digits(_), _) => "52-bit digits in vectors, IFMA",
            #[cfg(target_arch = "x86_64")]
            (Route::Sliced, _) => "rows of MULX, ADCX and ADOX",
        };
        match engines.last_mut() {
            Some(last) if last.1 == words => last.0 = bits,
            _ => engines.push((bits, words)),
        }
    }
    if let Some(last) = engines.last_mut() {
        last.0 = u64::MAX;
    }
    engines
}

/// Whether so many squarings win back what it costs to set IFMA up: a product of L limbs is about 0.4 L² ns
/// faster than in straight-line code, and the set-up takes 80 ns longer, or 300 where the base is folded first.
#[cfg(target_arch = "x86_64")]
fn pays_for_digits(limbs: usize, squarings: u64, base: &Natural<'_>) -> bool {
    let least = if is_long(base, limbs) { 750 } else { 190 };
    limbs as u64 > STRAIGHT_LIMBS || squarings.saturating_mul((limbs * limbs) as u64) >= least
}

/// Whether a base is so much longer than the modulus that it is reduced by products.
#[cfg(target_arch = "x86_64")]
fn is_long(base: &Natural<'_>, limbs: usize) -> bool {
    base.upper_limbs() >= 4 * limbs
}

/// The longest modulus for which there is straight-line code, in limbs.
const STRAIGHT_LIMBS: u64 = 8;

/// The power modulo the odd part of the modulus, by a kernel of fixed length; false if there is none.
fn short_odd_power(backend: Backend, call: &Call<'_>, finish: impl FnOnce(&[u64])) -> bool {
    let bits = call.modulus.bit_len() - call.twos;
    match Route::new(backend, bits, call.exponent.squarings(), call.base) {
        Route::Straight(1) => finish(&fixed_power::<1>(backend, call)),
        Route::Straight(2) => finish(&fixed_power::<2>(backend, call)),
        Route::Straight(3) => finish(&fixed_power::<3>(backend, call)),
        Route::Straight(4) => finish(&fixed_power::<4>(backend, call)),
        Route::Straight(5) => finish(&fixed_power::<5>(backend, call)),
        Route::Straight(6) => finish(&fixed_power::<6>(backend, call)),
        Route::Straight(7) => finish(&fixed_power::<7>(backend, call)),
        Route::Straight(_) => finish(&fixed_power::<8>(backend, call)),
        #[cfg(target_arch = "x86_64")]
        Route::Digits(witness) => {
            let mut q = [0; 33];
            let q = &mut q[..to_limbs(bits)];
            call.modulus.shifted_limbs(call.twos, q);
            match folded_base(witness, call, q.len()) {
                Some(bytes) => {
                    let base = Natural::new(Operand { bytes: &bytes, len: bytes.len() });
                    modexp_ifma::power(witness, &Call { base: &base, ..*call }, q);
                }
                None => modexp_ifma::power(witness, call, q),
            }
            finish(q);
        }
        Route::Sliced => return false,
    }
    true
}

/// A base that is much longer than the modulus, reduced by straight-line products, which take two thirds of
/// the time of a division; None if it is not, or if there is no such code for that many limbs.
#[cfg(target_arch = "x86_64")]
fn folded_base(
    witness: cpu::Avx512Ifma,
    call: &Call<'_>,
    limbs: usize,
) -> Option<[u8; fixed::MAX_BYTES]> {
    if !is_long(call.base, limbs) {
        return None;
    }
    let adx = witness.into();
    match limbs {
        5 => Some(modexp_adx::reduced_base::<5>(adx, call)),
        6 => Some(modexp_adx::reduced_base::<6>(adx, call)),
        7 => Some(modexp_adx::reduced_base::<7>(adx, call)),
        8 => Some(modexp_adx::reduced_base::<8>(adx, call)),
        _ => None,
    }
}

/// Zero bytes at the end of a base from which on their power of two is computed on its own.
#[cfg(any(target_arch = "x86_64", test))]
const LONG_TAIL: usize = 4096;

#[cfg(target_arch = "x86_64")]
fn fixed_power<const L: usize>(backend: Backend, call: &Call<'_>) -> [u64; L]
where
    modexp_adx::Straight: fixed::Kernel<L>,
    modexp_adx::Friendly: fixed::Kernel<L>,
{
    match backend {
        Backend::Portable => fixed::power::<L, Portable>(call, &fixed::modulus(call)),
        Backend::Adx(adx) => modexp_adx::power(adx, call),
        Backend::Avx512Ifma(ifma) => modexp_adx::power(ifma.into(), call),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn fixed_power<const L: usize>(_: Backend, call: &Call<'_>) -> [u64; L] {
    fixed::power::<L, Portable>(call, &fixed::modulus(call))
}

/// The general case, by parts; base > 0, exponent > 0, modulus > 1.
fn general(backend: Backend, call: &Call<'_>, supplied: u64, out: &mut [u8]) {
    let Call { base, exponent, modulus, twos: k } = *call;
    let (odd_limbs, even_limbs) = parts(modulus);
    let wanted = exponent.width(MAX_WIDTH);
    let width = affordable_width(wanted, odd_limbs, even_limbs, supplied + out.len() as u64);
    let route = Route::new(backend, modulus.bit_len() - k, exponent.squarings(), base);
    let odd_scratch = if route == Route::Sliced { odd::scratch_len(odd_limbs, width) } else { 0 };
    let even_scratch = if two_adic::needs_scratch(backend, k) {
        two_adic::scratch_len(even_limbs, width)
    } else {
        0
    };
    with_scratch(joint_len(odd_limbs, even_limbs, odd_scratch, even_scratch), |scratch| {
        let (q, scratch) = scratch.split_at_mut(odd_limbs);
        let (r, scratch) = scratch.split_at_mut(odd_limbs);
        if odd_limbs > 0 {
            modulus.shifted_limbs(k, q);
            if !short_odd_power(backend, call, |power| r.copy_from_slice(power)) {
                match backend {
                    Backend::Portable => {
                        odd::power::<Plain>(q, base, exponent, width, r, scratch);
                    }
                    #[cfg(target_arch = "x86_64")]
                    Backend::Adx(_) | Backend::Avx512Ifma(_) => {
                        odd::power::<modexp_adx::Straight>(q, base, exponent, width, r, scratch);
                    }
                }
            }
        }
        if even_limbs == 0 {
            write(r, out);
            return;
        }
        let (s, scratch) = scratch.split_at_mut(even_limbs);
        two_adic::power(backend, k, base, exponent, width, s, scratch);
        if odd_limbs == 0 {
            write(s, out);
            return;
        }
        // r + Q · ((s - r) / Q mod 2^k).
        let common = odd_limbs.min(even_limbs);
        if limbs::sub(&mut s[..common], &r[..common]) != 0 {
            borrow_from(&mut s[common..]);
        }
        limbs::divide_2adic(s, q);
        two_adic::mask(s, k);
        let product = &mut scratch[..odd_limbs + even_limbs];
        limbs::mul::<Plain>(product, q, s);
        let (low, high) = product.split_at_mut(odd_limbs);
        if limbs::add(low, r) != 0 {
            carry_into(high);
        }
        write(product, out);
    });
}

/// Heap that [`modexp`] may use besides what is in proportion to its operands: a little below 64 KiB.
const HEAP: usize = 65_000;

/// Limbs of the odd part of the modulus (none if it is 1) and of its power of two.
fn parts(modulus: &Natural<'_>) -> (usize, usize) {
    let k = modulus.trailing_zeros();
    let odd_bits = modulus.bit_len() - k;
    (if odd_bits == 1 { 0 } else { to_limbs(odd_bits) }, to_limbs(k))
}

/// The widest window up to `width` whose table fits in the memory that [`modexp`] may use.
fn affordable_width(mut width: u32, odd_limbs: usize, even_limbs: usize, bytes: u64) -> u32 {
    let budget = usize::try_from(bytes / 2).unwrap_or(usize::MAX).saturating_add(HEAP / 8);
    while width > 1 && scratch_len(odd_limbs, even_limbs, width) > budget {
        width -= 1;
    }
    width
}

/// Limbs for that many bits.
fn to_limbs(bits: u64) -> usize {
    usize::try_from(bits.div_ceil(64)).unwrap_or(usize::MAX)
}

/// Scratch of [`general`]: Q and the power mod Q, then what either half needs.
const fn joint_len(
    odd_limbs: usize,
    even_limbs: usize,
    odd_scratch: usize,
    even_scratch: usize,
) -> usize {
    let product = odd_limbs + even_limbs;
    let even =
        even_limbs.saturating_add(if even_scratch > product { even_scratch } else { product });
    (2 * odd_limbs).saturating_add(if odd_scratch > even { odd_scratch } else { even })
}

/// The most scratch that [`general`] needs.
const fn scratch_len(odd_limbs: usize, even_limbs: usize, width: u32) -> usize {
    let odd_scratch = odd::scratch_len(odd_limbs, width);
    joint_len(odd_limbs, even_limbs, odd_scratch, two_adic::scratch_len(even_limbs, width))
}

/// Runs `f` on that many limbs of zeros, from the stack where they are few.
fn with_scratch(len: usize, f: impl FnOnce(&mut [u64])) {
    match len {
        0..=64 => f(&mut [0; 64][..len]),
        65..=512 => f(&mut [0; 512][..len]),
        513..=2304 => f(&mut [0; 2304][..len]),
        _ => f(&mut vec![0; len]),
    }
}

fn borrow_from(limbs: &mut [u64]) {
    for limb in limbs {
        let under;
        (*limb, under) = limb.overflowing_sub(1);
        if !under {
            break;
        }
    }
}

fn carry_into(limbs: &mut [u64]) {
    for limb in limbs {
        let over;
        (*limb, over) = limb.overflowing_add(1);
        if !over {
            break;
        }
    }
}

/// Limbs as big-endian bytes at the end of `out`; what does not fit is 0.
fn write(limbs: &[u64], out: &mut [u8]) {
    let mut chunks = out.rchunks_exact_mut(8);
    let mut limbs = limbs.iter();
    for (chunk, limb) in chunks.by_ref().zip(limbs.by_ref()) {
        chunk.copy_from_slice(&limb.to_be_bytes());
    }
    let rest = chunks.into_remainder();
    if let Some(limb) = limbs.next() {
        let len = rest.len();
        rest.copy_from_slice(&limb.to_be_bytes()[8 - len..]);
    }
}
