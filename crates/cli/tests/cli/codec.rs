//! `gigagas encode` and `gigagas decode`.

use crate::program::{Folder, ok, refused, run};
use gigagas::{PRECOMPILES, layout::Tail};
use serde_json::Value;

fn decode(name: &str, input: &str) -> Value {
    let folder = Folder::new(&format!("decode-{name}-{}", input.len()));
    let file = folder.write("input", input.as_bytes());
    let ran = run(&["decode", name, &format!("@{file}"), "--json"]);
    assert_eq!(ran.code, 0, "{name}: {}", ran.stderr);
    ran.json()
}

/// An input of the right length whose bytes are all different from their neighbours.
fn sample(name: &str) -> String {
    let layout = &gigagas::Precompile::by_name(name).unwrap().layout;
    let tail = if layout.tail == Tail::None { 0 } else { 37 };
    let len = layout.head_len() + 3 * layout.item_len() + tail;
    let mut bytes: Vec<u8> = (0..=250).cycle().skip(1).take(len).collect();
    if let Tail::Sized(names) = layout.tail {
        bytes[..layout.head_len()].fill(0);
        let last = names.len() - 1;
        for (i, field) in layout.head.iter().enumerate() {
            let end = layout.head[..=i].iter().map(|field| field.len).sum::<usize>();
            bytes[end - 1] = if i == last { 17 } else { 10 };
            assert_eq!(field.len, 32);
        }
    }
    hex::encode(bytes)
}

#[test]
fn decoding_and_encoding_again_gives_the_input_for_every_precompile() {
    for precompile in PRECOMPILES {
        let name = precompile.name;
        let input = sample(name);
        let decoded = decode(name, &input);
        assert_eq!(decoded["status"], "ok");
        assert!(decoded.get("surplus").is_none() && decoded.get("note").is_none(), "{decoded}");
        let fields = decoded["fields"].as_array().unwrap();
        assert!(fields.iter().all(|field| field["missing"] == 0), "{name}");
        let words: Vec<_> = fields
            .iter()
            .map(|field| {
                format!("{}={}", field["name"].as_str().unwrap(), field["value"].as_str().unwrap())
            })
            .collect();
        let mut args = vec!["encode", name];
        args.extend(words.iter().map(String::as_str));
        assert_eq!(ok(&args), format!("0x{input}\n"), "{name}");
        args.push("--json");
        assert_eq!(run(&args).json()["length"], input.len() / 2);
    }
}

#[test]
fn fields_have_ranges_in_order_and_without_gaps() {
    for precompile in PRECOMPILES {
        let decoded = decode(precompile.name, &sample(precompile.name));
        let mut end = 0;
        for field in decoded["fields"].as_array().unwrap() {
            assert_eq!(field["offset"], end, "{}: {field}", precompile.name);
            end += field["length"].as_u64().unwrap();
        }
        assert_eq!(decoded["length"], end);
    }
}

#[test]
fn integers_are_padded_and_bytes_are_not() {
    let hash = "ab".repeat(32);
    let input = ok(&["encode", "ecrecover", &format!("hash={hash}"), "v=27", "r=0xff", "s=0x0"]);
    assert_eq!(input, format!("0x{hash}{:064x}{:064x}{:064x}\n", 27, 255, 0));
    let message = refused(&["encode", "ecrecover", "hash=0xab", "v=27", "r=1", "s=1"]);
    assert!(message.contains("hash must be 32 bytes of hex; 1 are given"), "{message}");
    let long = format!("r=0x1{}", "00".repeat(32));
    let message = refused(&["encode", "ecrecover", &format!("hash={hash}"), "v=27", &long, "s=1"]);
    assert!(message.contains("r does not fit 32 bytes"), "{message}");
    let message = refused(&["encode", "ecrecover", &format!("hash={hash}"), "v=1b", "r=1", "s=1"]);
    assert!(message.contains("v is no decimal integer"), "{message}");
}

#[test]
fn a_coordinate_of_48_bytes_is_padded() {
    let x = "17".repeat(48);
    let input = ok(&["encode", "map_fp_to_g1", &format!("u=0x{x}")]);
    assert_eq!(input, format!("0x{}{x}\n", "00".repeat(16)));
}

#[test]
fn counters_of_blake2f_are_little_endian() {
    let (h, m) = (format!("h={}", "01".repeat(64)), format!("m={}", "02".repeat(128)));
    let input =
        ok(&["encode", "blake2f", "rounds=12", &h, &m, "t0=3", "t1=0x0400000000000000", "f=1"]);
    let expected =
        format!("0x0000000c{}{}{}{}01\n", &h[2..], &m[2..], "0300000000000000", "0400000000000000");
    assert_eq!(input, expected);
    let fields = decode("blake2f", input.trim())["fields"].clone();
    assert_eq!(
        (&fields[0]["integer"], &fields[3]["integer"], &fields[4]["integer"]),
        (&12.into(), &3.into(), &4.into())
    );
}

#[test]
fn modexp_lengths_follow_from_the_operands_or_pad_them() {
    let word = |value: u8| format!("{value:064x}");
    let header = |b, e, m| format!("{}{}{}", word(b), word(e), word(m));
    for (fields, expected) in [
        (&["base=3", "exp=65537", "mod=0xfff1"][..], format!("{}03010001fff1", header(1, 3, 2))),
        (&["base=0", "exp=0x", "mod=0x0001"], format!("{}000001", header(1, 0, 2))),
        (&["base=0xabc", "exp=1", "mod=5"], format!("{}0abc0105", header(2, 1, 1))),
        (&["base=3", "exp=2", "mod=5", "mod_len=4"], format!("{}030200000005", header(1, 1, 4))),
        (&["base=0x0003", "exp=2", "mod=5", "base_len=1"], format!("{}030205", header(1, 1, 1))),
        (&["base_len=1", "exp_len=2", "mod_len=3"], header(1, 2, 3)),
        (&["base_len=0", "exp=2", "mod=5"], format!("{}0205", header(0, 1, 1))),
        (&["base=3", "exp=2", "mod_len=9"], format!("{}0302", header(1, 1, 9))),
    ] {
        let args = [&["encode", "modexp"], fields].concat();
        assert_eq!(ok(&args), format!("0x{expected}\n"), "{fields:?}");
    }
    for (fields, words) in [
        (&["base=3", "mod=5"][..], "exp is missing"),
        (&["base=300", "exp=2", "mod=5", "base_len=1"], "base has more than the 1 bytes"),
        (&["base_len=1", "exp=2", "mod=5"], "base is missing before exp"),
        (&["base=1", "exp=2", "mod=5", "mod_len=99999999999"], "too long"),
    ] {
        let message = refused(&[&["encode", "modexp"], fields].concat());
        assert!(message.contains(words), "{fields:?}: {message}");
    }
}

#[test]
fn repeated_items_begin_where_a_field_repeats() {
    let one = ok(&["encode", "g1msm", "x=1", "y=2", "scalar=3"]);
    let two = ok(&["encode", "g1msm", "scalar=3", "x=1", "y=2", "y=5", "x=4", "scalar=6"]);
    let second = ok(&["encode", "g1msm", "x=4", "y=5", "scalar=6"]);
    assert_eq!(two.trim(), format!("{}{}", one.trim(), &second.trim()[2..]));
    assert_eq!(ok(&["encode", "ecpairing"]), "0x\n");
    let message = refused(&["encode", "g1msm", "x=1", "y=2", "scalar=3", "x=4"]);
    assert!(message.contains("y of term 2 is missing"), "{message}");
}

#[test]
fn fields_that_are_not_there_or_twice_or_no_pairs_are_refused() {
    for (args, words) in [
        (&["encode", "ecadd", "x=1"][..], &["no field \"x\"", "x1 (32 bytes)"][..]),
        (&["encode", "ecadd", "x1=1"], &["y1 is missing", "y2 (32 bytes)"]),
        (&["encode", "ecadd", "x1=1", "x1=1"], &["x1 is given twice"]),
        (&["encode", "ecadd", "x1"], &["not FIELD=VALUE"]),
        (&["encode", "sha256", "data=0xabc"], &["data", "odd number"]),
        (&["encode", "nothing"], &["nothing"]),
    ] {
        let message = refused(args);
        assert!(words.iter().all(|word| message.contains(word)), "{args:?}: {message}");
    }
}

#[test]
fn data_comes_from_files_too() {
    let folder = Folder::new("data");
    let file = folder.write("message", &[0xff, 0xfe]);
    assert_eq!(ok(&["encode", "sha256", &format!("data=@{file}")]), "0xfffe\n");
    assert_eq!(ok(&["encode", "cip20", "selector=16", "data=0x01"]), "0x1001\n");
}

#[test]
fn missing_and_surplus_bytes_are_flagged() {
    let short = decode("ecrecover", &"11".repeat(97));
    let s = &short["fields"][3];
    assert_eq!((&s["name"], &s["missing"]), (&"s".into(), &31.into()));
    assert_eq!(s["value"], format!("0x11{}", "00".repeat(31)));
    assert_eq!(short["note"], "missing bytes read as zero");

    let long = decode("ecrecover", &"11".repeat(130));
    assert_eq!((&long["surplus"]["offset"], &long["surplus"]["length"]), (&128.into(), &2.into()));
    assert_eq!(long["note"], "surplus bytes are ignored");

    assert!(
        decode("kzg", "00")["note"].as_str().unwrap().contains("too short: a call with it halts")
    );
    assert!(
        decode("p256verify", &"00".repeat(161))["note"]
            .as_str()
            .unwrap()
            .contains("negative answer")
    );

    let cut = decode("g1msm", &"00".repeat(161));
    assert_eq!(cut["fields"].as_array().unwrap().len(), 6);
    assert_eq!(
        (&cut["fields"][3]["item"]["index"], &cut["fields"][3]["missing"]),
        (&1.into(), &63.into())
    );

    let text = ok(&["decode", "ecrecover", &"11".repeat(97)]);
    assert!(text.contains("31 bytes missing") && text.contains("96..128"), "{text}");
    let text = ok(&["decode", "ecadd", &"00".repeat(130)]);
    assert!(text.contains("2 surplus bytes"), "{text}");
}

#[test]
fn declared_lengths_need_no_memory() {
    let huge = format!("{0}{1:064x}{0}01", "ff".repeat(32), 1_u64 << 60);
    let decoded = decode("modexp", &huge);
    let fields = decoded["fields"].as_array().unwrap();
    assert_eq!(fields[3]["length"], u64::MAX);
    assert_eq!(fields[3]["value"], "0x01");
    assert_eq!(fields[4]["length"], 1_u64 << 60);
    assert_eq!(fields[4]["missing"], 1_u64 << 60);
    let empty = decode("modexp", "");
    assert_eq!(empty["fields"].as_array().unwrap().len(), 6);
}
