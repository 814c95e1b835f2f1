//! SHA-512 (FIPS 180-4).
//!
//! The crate `sha2` makes the message schedule with AVX2 and is within a few percent of the best known
//! at every length; its compression function is used without its buffer, so that the parts that
//! ed25519 hashes need not be joined.
//!
//! Tried and lost: the portable code compiled for BMI1 and BMI2 (between the two).

use crate::backend::backends;

backends! {
    "SHA-512";
    Portable = "portable",
    Sha2Crate = "sha2",
}

/// SHA-512 of the concatenated `parts`, 64 bytes.
#[must_use]
pub fn digest(backend: Backend, parts: &[&[u8]]) -> [u8; 64] {
    match backend {
        Backend::Portable => digest_with(parts, compress),
        Backend::Sha2Crate => digest_with(parts, sha2::block_api::compress512),
    }
}

/// The initial state: the first 64 fractional bits of the square roots of the first 8 primes
/// (FIPS 180-4 section 5.3.5). BLAKE2b has the same.
pub(crate) const IV: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The round constants: the first 64 fractional bits of the cube roots of the first 80 primes
/// (FIPS 180-4 section 4.2.3).
#[rustfmt::skip]
pub(crate) const K: [u64; 80] = [
    0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
    0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
    0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
    0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
    0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
    0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
    0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
    0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
    0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
    0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
    0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
    0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
    0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
    0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
    0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
    0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
    0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
];

#[inline(always)]
fn digest_with(parts: &[&[u8]], mut compress: impl FnMut(&mut [u64; 8], &[[u8; 128]])) -> [u8; 64] {
    let mut state = IV;
    let mut block = [0; 128];
    let mut filled = 0;
    let mut len = 0_u128;
    for &part in parts {
        len += part.len() as u128;
        let (head, part) = part.split_at(part.len().min((128 - filled) % 128));
        block[filled..filled + head.len()].copy_from_slice(head);
        filled += head.len();
        if filled == 128 {
            compress(&mut state, &[block]);
            filled = 0;
        }
        // Here either nothing is left of the part or the block is empty.
        let (blocks, rest) = part.as_chunks();
        if !blocks.is_empty() {
            compress(&mut state, blocks);
        }
        block[filled..filled + rest.len()].copy_from_slice(rest);
        filled += rest.len();
    }
    let (blocks, n) = super::padded_tail(&block[..filled], (8 * len).to_be_bytes());
    compress(&mut state, &blocks[..n]);
    let mut out = [0; 64];
    for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    out
}

/// The compression function over whole blocks (FIPS 180-4 section 6.4.2).
fn compress(state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    for block in blocks {
        let mut w = [0; 16];
        for (word, bytes) in w.iter_mut().zip(block.as_chunks().0) {
            *word = u64::from_be_bytes(*bytes);
        }
        let mut v = *state;
        for k in K.as_chunks::<16>().0 {
            macro_rules! rounds {
                ($($t:literal)+) => {$(
                    round(&mut v, $t, k[$t].wrapping_add(w[$t]));
                    w[$t] = schedule(&w, $t);
                )+};
            }
            rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        }
        for (s, v) in state.iter_mut().zip(v) {
            *s = s.wrapping_add(v);
        }
    }
}

/// W is kept as a ring: the word just used, t modulo 16, becomes the one 16 rounds later.
#[inline(always)]
fn schedule(w: &[u64; 16], t: usize) -> u64 {
    let a = w[(t + 1) % 16];
    let a = a.rotate_right(1) ^ a.rotate_right(8) ^ (a >> 7);
    let b = w[(t + 14) % 16];
    let b = b.rotate_right(19) ^ b.rotate_right(61) ^ (b >> 6);
    w[t].wrapping_add(a).wrapping_add(w[(t + 9) % 16]).wrapping_add(b)
}

/// Round t; instead of moving the eight variables, their places move by one each round.
#[inline(always)]
fn round(v: &mut [u64; 8], t: usize, kw: u64) {
    let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| (i + 8 - t % 8) % 8);
    let big1 = v[e].rotate_right(14) ^ v[e].rotate_right(18) ^ v[e].rotate_right(41);
    let choose = (v[e] & v[f]) ^ (!v[e] & v[g]);
    let t1 = v[h].wrapping_add(kw).wrapping_add(choose).wrapping_add(big1);
    let big0 = v[a].rotate_right(28) ^ v[a].rotate_right(34) ^ v[a].rotate_right(39);
    let majority = (v[a] & v[b]) ^ (v[c] & (v[a] ^ v[b]));
    v[d] = v[d].wrapping_add(t1);
    v[h] = t1.wrapping_add(big0).wrapping_add(majority);
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;
    use crate::{
        backend::Backend as _,
        hash::testing::{bytes, lengths},
    };

    /// FIPS 180-2 appendix C and the empty message.
    #[test]
    fn published() {
        let two_blocks = b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn\
            hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
        let million_a = vec![b'a'; 1_000_000];
        let cases: [(&[u8], &str); 4] = [
            (
                b"",
                "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
                 47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
            ),
            (
                b"abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                 2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ),
            (
                two_blocks,
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
                 501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
            ),
            (
                &million_a,
                "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
                 de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
            ),
        ];
        for backend in Backend::available() {
            for (input, expected) in cases {
                assert_eq!(hex::encode(digest(backend, &[input])), expected, "{backend:?}");
            }
        }
    }

    #[test]
    fn backends_agree_at_every_length() {
        for len in lengths(128) {
            let input = bytes(len as u64, len);
            let expected: [u8; 64] = <sha2::Sha512 as sha2::Digest>::digest(&input).into();
            for backend in Backend::available() {
                assert_eq!(digest(backend, &[&input]), expected, "{backend:?}, {len} bytes");
            }
        }
    }

    #[test]
    fn parts_are_concatenated() {
        let input = bytes(1, 700);
        let cuts = [0, 1, 32, 63, 64, 127, 128, 129, 255, 256, 300, 699, 700];
        for backend in Backend::available() {
            let expected = digest(backend, &[&input]);
            for a in cuts {
                for b in cuts.into_iter().filter(|&b| b >= a) {
                    let parts = [&input[..a], &input[a..b], &[], &input[b..]];
                    assert_eq!(digest(backend, &parts), expected, "{backend:?}, cut at {a}, {b}");
                }
            }
            let single: Vec<_> = input.chunks(1).collect();
            assert_eq!(digest(backend, &single), expected, "{backend:?}, byte by byte");
        }
    }
}
