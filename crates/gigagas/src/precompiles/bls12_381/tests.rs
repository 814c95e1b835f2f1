//! Edge tables. Points are small multiples of the generators that EIP-2537 states.

use alloc::{format, vec, vec::Vec};

use super::*;
use crate::{
    precompiles::testing::{call, fields, message, word},
    table::{
        BLS12_G1ADD, BLS12_G1MSM, BLS12_G2ADD, BLS12_G2MSM, BLS12_MAP_FP_TO_G1,
        BLS12_MAP_FP2_TO_G2, BLS12_PAIRING, Precompile,
    },
};

const P: &str = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
const Q: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
const G: &str = "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb
                 08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1";
const MINUS_G: &str = "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb
                       114d1d6855d545a8aa7d76c8cf2e21f267816aef1db507c96655b9d5caac42364e6f38ba0ecb751bad54dcd6b939c2ca";
const TWO_G: &str = "0572cbea904d67468808c8eb50a9450c9721db309128012543902d0ac358a62ae28f75bb8f1c7c42c39a8c5529bf0f4e
                     166a9d8cabc673a322fda673779d8e3822ba3ecb8670e461f73bb9021d5fd76a4c56d9d4cd16bd1bba86881979749d28";
const THREE_G: &str = "09ece308f9d1f0131765212deca99697b112d61f9be9a5f1f3780a51335b3ff981747a0b2ca2179b96d2c0c9024e5224
                       032b80d3a6f5b09f8a84623389c5f80ca69a0cddabc3097f9d9c27310fd43be6e745256c634af45ca3473b0590ae30d1";
const INFINITY: &str = "0 0";
/// Order 3.
const STRANGER: &str = "0 2";
/// Its negative, (0, p - 2).
const MINUS_STRANGER: &str = "0 1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaa9";

const H: &str = "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8
                 13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e
                 0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801
                 0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be";
const MINUS_H: &str = "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8
                       13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e
                       0d1b3cc2c7027888be51d9ef691d77bcb679afda66c73f17f9ee3837a55024f78c71363275a75d75d86bab79f74782aa
                       13fa4d4a0ad8b1ce186ed5061789213d993923066dddaf1040bc3ff59f825c78df74f2d75467e25e0f55f8a00fa030ed";
const TWO_H: &str = "1638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053
                     0a4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c33577
                     0468fb440d82b0630aeb8dca2b5256789a66da69bf91009cbfe6bd221e47aa8ae88dece9764bf3bd999d95d71e4c9899
                     0f6d4552fa65dd2638b361543f887136a43253d9c66c411697003f7a13c308f5422e1aa0a59c8967acdefd8b6e36ccf3";
const H_INFINITY: &str = "0 0 0 0";
/// On the twist at x = 2, outside the subgroup.
const H_STRANGER: &str = "2 0
                          18c6b864ae17dc9da64203ffefb966306425a7bc6aeb7c75247438372716284a4173830420cd476ba1a365b95bfcec38
                          172e93db764a8400a7d5071b6b6f5de0da2f0f4a063119abca014006b7c40a2cfe291a1924e65db0d6d0fcfbf3bf3d5c";

const NOT_IN_SUBGROUP: &str = "is on the curve but not in the subgroup of prime order";

fn input(parts: &[&str]) -> Vec<u8> {
    fields(64, &parts.join(" "))
}

/// Points and their scalars.
fn terms(parts: &[(&str, &str)]) -> Vec<u8> {
    parts.iter().flat_map(|(point, k)| [fields(64, point), fields(32, k)].concat()).collect()
}

fn ok(point: &str) -> Result<Vec<u8>, Halt> {
    Ok(input(&[point]))
}

fn g1add(p: &str, q: &str) -> Result<Vec<u8>, Halt> {
    call(&BLS12_G1ADD, &input(&[p, q]))
}

fn g2add(p: &str, q: &str) -> Result<Vec<u8>, Halt> {
    call(&BLS12_G2ADD, &input(&[p, q]))
}

#[test]
fn sums_on_g1() {
    assert_eq!(g1add(G, G), ok(TWO_G));
    assert_eq!(g1add(G, TWO_G), ok(THREE_G));
    assert_eq!(g1add(TWO_G, G), ok(THREE_G));
    assert_eq!(g1add(THREE_G, MINUS_G), ok(TWO_G));
    assert_eq!(g1add(G, MINUS_G), ok(INFINITY));
    assert_eq!(g1add(INFINITY, G), ok(G));
    assert_eq!(g1add(G, INFINITY), ok(G));
    assert_eq!(g1add(INFINITY, INFINITY), ok(INFINITY));
    // Any point of the curve may be added.
    assert_eq!(g1add(STRANGER, STRANGER), ok(MINUS_STRANGER));
    assert_eq!(g1add(STRANGER, MINUS_STRANGER), ok(INFINITY));
    assert_eq!(g1add(STRANGER, INFINITY), ok(STRANGER));
}

#[test]
fn sums_on_g2() {
    assert_eq!(g2add(H, H), ok(TWO_H));
    assert_eq!(g2add(TWO_H, MINUS_H), ok(H));
    assert_eq!(g2add(H, MINUS_H), ok(H_INFINITY));
    assert_eq!(g2add(H_INFINITY, H), ok(H));
    assert_eq!(g2add(H, H_INFINITY), ok(H));
    assert_eq!(g2add(H_INFINITY, H_INFINITY), ok(H_INFINITY));
    assert_eq!(g2add(H_STRANGER, H_INFINITY), ok(H_STRANGER));
    assert_eq!(g2add(H_STRANGER, H).map(|out| out.len()), Ok(256));
}

#[test]
fn products_on_g1() {
    let minus_one = Q.replace("00000001", "00000000");
    let above = Q.replace("00000001", "00000003");
    let cases = [
        ("0", INFINITY),
        ("1", G),
        ("2", TWO_G),
        ("3", THREE_G),
        (Q, INFINITY),
        (&minus_one, MINUS_G),
        (&above, TWO_G),
    ];
    for (k, expected) in cases {
        assert_eq!(call(&BLS12_G1MSM, &terms(&[(G, k)])), ok(expected), "{k}");
        assert_eq!(call(&BLS12_G1MSM, &terms(&[(INFINITY, k)])), ok(INFINITY), "{k}");
    }
    // 2^256 - 1 mod q.
    let rest = "1824b159acc5056f998c4fefecbc4ff55884b7fa0003480200000001fffffffd";
    let [most, rest] = [&*"f".repeat(64), rest].map(|k| call(&BLS12_G1MSM, &terms(&[(G, k)])));
    assert_eq!(most, rest);
    let sum = [(G, "1"), (INFINITY, "7"), (TWO_G, "3"), (G, "0"), (MINUS_G, "4")];
    assert_eq!(call(&BLS12_G1MSM, &terms(&sum)), ok(THREE_G));
    assert_eq!(call(&BLS12_G1MSM, &terms(&[(G, "5"), (MINUS_G, "5")])), ok(INFINITY));
}

#[test]
fn products_on_g2() {
    let minus_one = Q.replace("00000001", "00000000");
    let cases = [("0", H_INFINITY), ("1", H), ("2", TWO_H), (Q, H_INFINITY), (&minus_one, MINUS_H)];
    for (k, expected) in cases {
        assert_eq!(call(&BLS12_G2MSM, &terms(&[(H, k)])), ok(expected), "{k}");
        assert_eq!(call(&BLS12_G2MSM, &terms(&[(H_INFINITY, k)])), ok(H_INFINITY), "{k}");
    }
    let sum = [(H, "1"), (H_INFINITY, "7"), (TWO_H, "3"), (H, "0"), (MINUS_H, "5")];
    assert_eq!(call(&BLS12_G2MSM, &terms(&sum)), ok(TWO_H));
}

#[test]
fn pairing_checks() {
    let pairing = |parts: &[&str]| call(&BLS12_PAIRING, &input(parts));
    let (no, yes) = (Ok(word(0)), Ok(word(1)));
    assert_eq!(pairing(&[G, H]), no);
    assert_eq!(pairing(&[G, H, MINUS_G, H]), yes);
    assert_eq!(pairing(&[G, H, G, MINUS_H]), yes);
    assert_eq!(pairing(&[G, H, G, H]), no);
    assert_eq!(pairing(&[TWO_G, H, MINUS_G, TWO_H]), yes);
    assert_eq!(pairing(&[TWO_G, TWO_H, MINUS_G, TWO_H, MINUS_G, H, MINUS_G, H]), yes);
    // An infinity makes its own pair one, not the whole.
    assert_eq!(pairing(&[INFINITY, H]), yes);
    assert_eq!(pairing(&[G, H_INFINITY]), yes);
    assert_eq!(pairing(&[INFINITY, H_INFINITY]), yes);
    assert_eq!(pairing(&[INFINITY, H, G, H]), no);
    assert_eq!(pairing(&[G, H, G, H_INFINITY]), no);
    assert_eq!(pairing(&[G, H, INFINITY, H, MINUS_G, H]), yes);
}

#[test]
fn lengths() {
    let exact: [(&Precompile, usize); 4] = [
        (&BLS12_G1ADD, 256),
        (&BLS12_G2ADD, 512),
        (&BLS12_MAP_FP_TO_G1, 64),
        (&BLS12_MAP_FP2_TO_G2, 128),
    ];
    for (precompile, right) in exact {
        for len in [0, 1, right - 1, right + 1, 2 * right] {
            let expected = format!("the input is {len} bytes long; it must be exactly {right}");
            assert_eq!(message(precompile, &vec![0; len]), expected);
        }
    }
    for (precompile, item) in [(&BLS12_G1MSM, 160), (&BLS12_G2MSM, 288), (&BLS12_PAIRING, 384)] {
        for len in [0, 1, item - 1, item + 1, 2 * item - 1] {
            let expected =
                format!("the input is {len} bytes long; it must be a multiple of {item} and not 0");
            assert_eq!(message(precompile, &vec![0; len]), expected);
        }
    }
}

/// Each field element of each precompile: its value p and a byte in its padding are refused by name.
#[test]
fn field_elements_are_below_p_and_padded() {
    type Names<'a> = &'a [(&'a str, usize)];
    let tables: [(&Precompile, usize, &str, Names<'_>); 7] = [
        (&BLS12_G1ADD, 256, "", &[("x1", 0), ("y1", 64), ("x2", 128), ("y2", 192)]),
        (
            &BLS12_G2ADD,
            512,
            "",
            &[
                ("x1_c0", 0),
                ("x1_c1", 64),
                ("y1_c0", 128),
                ("y1_c1", 192),
                ("x2_c0", 256),
                ("x2_c1", 320),
                ("y2_c0", 384),
                ("y2_c1", 448),
            ],
        ),
        (&BLS12_G1MSM, 320, " of term 2", &[("x", 160), ("y", 224)]),
        (
            &BLS12_G2MSM,
            576,
            " of term 2",
            &[("x_c0", 288), ("x_c1", 352), ("y_c0", 416), ("y_c1", 480)],
        ),
        (
            &BLS12_PAIRING,
            768,
            " of pair 2",
            &[
                ("g1_x", 384),
                ("g1_y", 448),
                ("g2_x_c0", 512),
                ("g2_x_c1", 576),
                ("g2_y_c0", 640),
                ("g2_y_c1", 704),
            ],
        ),
        (&BLS12_MAP_FP_TO_G1, 64, "", &[("u", 0)]),
        (&BLS12_MAP_FP2_TO_G2, 128, "", &[("u_c0", 0), ("u_c1", 64)]),
    ];
    for (precompile, len, item, names) in tables {
        for &(name, at) in names {
            let place = format!("{name}{item} (bytes {at}..{})", at + 64);
            let mut bad = vec![0; len];
            bad[at..at + 64].copy_from_slice(&fields(64, P));
            let expected = format!("{place} must be less than the BLS12-381 field modulus");
            assert_eq!(message(precompile, &bad), expected);
            // Flags of serialized points are no flags here.
            for flag in [0x20, 0x40, 0x80] {
                let mut bad = vec![0; len];
                bad[at + 16] = flag;
                assert_eq!(message(precompile, &bad), expected);
            }
            for i in [0, 15] {
                let mut bad = vec![0; len];
                bad[at + i] = 1;
                let expected = format!("{place} must begin with 16 zero bytes");
                assert_eq!(message(precompile, &bad), expected);
            }
        }
    }
}

#[test]
fn points_are_on_the_curve() {
    let sum = |p, q| message(&BLS12_G1ADD, &input(&[p, q]));
    assert_eq!(sum("1 1", INFINITY), "point of summand 1 (bytes 0..128) is not on the curve");
    assert_eq!(sum(INFINITY, "0 1"), "point of summand 2 (bytes 128..256) is not on the curve");
    // A zero for x or for y is not yet infinity.
    let half = G.split_whitespace().next().unwrap();
    assert_eq!(
        sum(G, &format!("{half} 0")),
        "point of summand 2 (bytes 128..256) is not on the curve"
    );
    let sum = |p, q| message(&BLS12_G2ADD, &input(&[p, q]));
    assert_eq!(sum("1 0 1 0", H), "point of summand 1 (bytes 0..256) is not on the curve");
    assert_eq!(sum(H, "0 0 0 1"), "point of summand 2 (bytes 256..512) is not on the curve");
    // Real and imaginary parts exchanged.
    let mut parts: Vec<_> = H.split_whitespace().collect();
    parts.swap(0, 1);
    parts.swap(2, 3);
    assert_eq!(sum(H, &parts.join(" ")), "point of summand 2 (bytes 256..512) is not on the curve");
}

#[test]
fn msm_points_are_checked_whatever_their_scalar() {
    let g1 = |parts: &[_]| message(&BLS12_G1MSM, &terms(parts));
    for k in ["0", "1", "3", Q] {
        assert_eq!(
            g1(&[(STRANGER, k)]),
            format!("point of term 1 (bytes 0..128) {NOT_IN_SUBGROUP}")
        );
        let third = [(G, "1"), (INFINITY, "0"), (STRANGER, k)];
        assert_eq!(g1(&third), format!("point of term 3 (bytes 320..448) {NOT_IN_SUBGROUP}"));
        assert_eq!(
            g1(&[(G, "1"), ("1 1", k)]),
            "point of term 2 (bytes 160..288) is not on the curve"
        );
    }
    let g2 = |parts: &[_]| message(&BLS12_G2MSM, &terms(parts));
    for k in ["0", "1", Q] {
        assert_eq!(
            g2(&[(H_STRANGER, k)]),
            format!("point of term 1 (bytes 0..256) {NOT_IN_SUBGROUP}")
        );
        assert_eq!(
            g2(&[(H, "1"), (H_STRANGER, k)]),
            format!("point of term 2 (bytes 288..544) {NOT_IN_SUBGROUP}")
        );
        assert_eq!(
            g2(&[(H, "1"), ("1 1 1 1", k)]),
            "point of term 2 (bytes 288..544) is not on the curve"
        );
    }
    // Two that cancel are still two that do not belong.
    let cancelling = [(STRANGER, "1"), (MINUS_STRANGER, "1")];
    assert_eq!(g1(&cancelling), format!("point of term 1 (bytes 0..128) {NOT_IN_SUBGROUP}"));
    // The first at fault is named.
    let two = [(G, "1"), (STRANGER, "1"), ("1 1", "1")];
    assert_eq!(g1(&two), format!("point of term 2 (bytes 160..288) {NOT_IN_SUBGROUP}"));
}

#[test]
fn pairing_points_are_checked_even_beside_infinity() {
    let pairing = |parts: &[&str]| message(&BLS12_PAIRING, &input(parts));
    assert_eq!(
        pairing(&[STRANGER, H_INFINITY]),
        format!("g1 point of pair 1 (bytes 0..128) {NOT_IN_SUBGROUP}")
    );
    assert_eq!(
        pairing(&[INFINITY, H_STRANGER]),
        format!("g2 point of pair 1 (bytes 128..384) {NOT_IN_SUBGROUP}")
    );
    assert_eq!(
        pairing(&[G, H, STRANGER, H]),
        format!("g1 point of pair 2 (bytes 384..512) {NOT_IN_SUBGROUP}")
    );
    assert_eq!(
        pairing(&[G, H, G, H_STRANGER]),
        format!("g2 point of pair 2 (bytes 512..768) {NOT_IN_SUBGROUP}")
    );
    assert_eq!(
        pairing(&["1 1", H_INFINITY]),
        "g1 point of pair 1 (bytes 0..128) is not on the curve"
    );
    assert_eq!(
        pairing(&[INFINITY, "1 0 0 0"]),
        "g2 point of pair 1 (bytes 128..384) is not on the curve"
    );
    // Of two faults the first is named, also where the other is in the same pair.
    assert_eq!(
        pairing(&["1 1", H_STRANGER]),
        "g1 point of pair 1 (bytes 0..128) is not on the curve"
    );
    assert_eq!(
        pairing(&[G, H_STRANGER, "1 1", H]),
        format!("g2 point of pair 1 (bytes 128..384) {NOT_IN_SUBGROUP}")
    );
}

/// RFC 9380 sections J.9.2 and J.10.2, the empty message: u and P.
#[test]
fn maps() {
    let u = "156c8a6a2c184569d69a76be144b5cdc5141d2d2ca4fe341f011e25e3969c55ad9e9b9ce2eb833c81a908e5fa4ac5f03";
    let p = "184bb665c37ff561a89ec2122dd343f20e0f4cbcaec84e3c3052ea81d1834e192c426074b02ed3dca4e7676ce4ce48ba
             04407b8d35af4dacc809927071fc0405218f1401a6d15af775810e4e460064bcc9468beeba82fdc751be70476c888bf3";
    assert_eq!(call(&BLS12_MAP_FP_TO_G1, &input(&[u])), ok(p));
    let u = "07355d25caf6e7f2f0cb2812ca0e513bd026ed09dda65b177500fa31714e09ea0ded3a078b526bed3307f804d4b93b04
             02829ce3c021339ccb5caf3e187f6370e1e2a311dec9b75363117063ab2015603ff52c3d3b98f19c2f65575e99e8b78c";
    let p = "00e7f4568a82b4b7dc1f14c6aaa055edf51502319c723c4dc2688c7fe5944c213f510328082396515734b6612c4e7bb7
             126b855e9e69b1f691f816e48ac6977664d24d99f8724868a184186469ddfd4617367e94527d4b74fc86413483afb35b
             0caead0fd7b6176c01436833c79d305c78be307da5f6af6c133c47311def6ff1e0babf57a0fb5539fce7ee12407b0a42
             1498aadcf7ae2b345243e281ae076df6de84455d766ab6fcdaad71fab60abb2e8b980a440043cd305db09d283c895e3d";
    assert_eq!(call(&BLS12_MAP_FP2_TO_G2, &input(&[u])), ok(p));
}

/// u = 0, where the formula's denominator vanishes: from RFC 9380 section 6.6.2 in big integers.
#[test]
fn the_map_of_zero_to_g2() {
    let p = "018320896ec9eef9d5e619848dc29ce266f413d02dd31d9b9d44ec0c79cd61f18b075ddba6d7bd20b7ff27a4b324bfce
             0a67d12118b5a35bb02d2e86b3ebfa7e23410db93de39fb06d7025fa95e96ffa428a7a27c3ae4dd4b40bd251ac658892
             0260e03644d1a2c321256b3246bad2b895cad13890cbe6f85df55106a0d334604fb143c7a042d878006271865bc35941
             04c69777a43f0bda07679d5805e63f18cf4e0e7c6112ac7f70266d199b4f76ae27c6269a3ceebdae30806e9a76aadf5c";
    assert_eq!(call(&BLS12_MAP_FP2_TO_G2, &input(&["0 0"])), ok(p));
}

/// What is mapped lies in the subgroup: a product with it is admitted. u = 0 is no exception.
#[test]
fn maps_land_in_the_subgroup() {
    let last = P.replace("aaab", "aaaa");
    for u in ["0", "1", "2", &last] {
        let point = call(&BLS12_MAP_FP_TO_G1, &input(&[u])).unwrap();
        assert!(call(&BLS12_G1MSM, &[point, word(1)].concat()).is_ok(), "{u}");
        for c1 in ["0", "1", &last] {
            let point = call(&BLS12_MAP_FP2_TO_G2, &input(&[u, c1])).unwrap();
            assert!(call(&BLS12_G2MSM, &[point, word(1)].concat()).is_ok(), "{u} {c1}");
        }
    }
}
