//! DO NOT EDIT: `gigagas-bench route` writes this file from the results that it names.

use super::{Cell, Measured, Ranking, Source, Time};
use gigagas_math::cpu::CpuClass;

static SOURCE_0: Source = Source {
    file: "results/2026-12-01-zen4-own-full.csv",
    cpu: "AMD EPYC (family 25 model 17)",
    clock: "3.57 GHz",
    date: "2026-12-01T03:33:26Z",
    commit: "538ffada44d3-dirty",
    command: "gigagas bench --csv",
};

pub(super) static MEASURED: &[Measured] = &[
    Measured {
        operation: "blake2f",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["avx512vl", "avx2", "portable"] },
        ],
        cells: &[
            Cell { size: 0, cases: 1, times: &[
                Time { backend: "avx2", ns: 12.5, noise: 0.0000 },
                Time { backend: "avx512vl", ns: 12.5, noise: 0.0000 },
                Time { backend: "portable", ns: 13.3, noise: 0.0001 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "avx2", ns: 15.7, noise: 0.0029 },
                Time { backend: "avx512vl", ns: 15.7, noise: 0.0001 },
                Time { backend: "portable", ns: 26.9, noise: 0.0043 },
            ] },
            Cell { size: 12, cases: 2, times: &[
                Time { backend: "avx2", ns: 102.0, noise: 0.0008 },
                Time { backend: "avx512vl", ns: 96.0, noise: 0.0022 },
                Time { backend: "portable", ns: 136.9, noise: 0.0007 },
            ] },
            Cell { size: 1000, cases: 1, times: &[
                Time { backend: "avx2", ns: 8417.8, noise: 0.0013 },
                Time { backend: "avx512vl", ns: 7121.0, noise: 0.0011 },
                Time { backend: "portable", ns: 9943.4, noise: 0.0028 },
            ] },
            Cell { size: 1000000, cases: 1, times: &[
                Time { backend: "avx2", ns: 8440524.0, noise: 0.0060 },
                Time { backend: "avx512vl", ns: 7138851.0, noise: 0.0037 },
                Time { backend: "portable", ns: 9861649.0, noise: 0.0014 },
            ] },
            Cell { size: 10000000, cases: 1, times: &[
                Time { backend: "avx2", ns: 84329189.0, noise: 0.0023 },
                Time { backend: "avx512vl", ns: 71431072.5, noise: 0.0017 },
                Time { backend: "portable", ns: 98729133.0, noise: 0.0024 },
            ] },
        ],
    },
    Measured {
        operation: "blake2s",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["portable"] },
        ],
        cells: &[
            Cell { size: 65, cases: 1, times: &[
                Time { backend: "portable", ns: 168.1, noise: 0.0033 },
            ] },
            Cell { size: 161, cases: 1, times: &[
                Time { backend: "portable", ns: 309.5, noise: 0.0058 },
            ] },
            Cell { size: 1057, cases: 1, times: &[
                Time { backend: "portable", ns: 2273.0, noise: 0.0017 },
            ] },
            Cell { size: 65569, cases: 1, times: &[
                Time { backend: "portable", ns: 143786.0, noise: 0.0029 },
            ] },
        ],
    },
    Measured {
        operation: "bls12_g1add",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 256, cases: 4, times: &[
                Time { backend: "arkworks", ns: 8509.2, noise: 0.0168 },
                Time { backend: "blst", ns: 3696.6, noise: 0.0026 },
            ] },
        ],
    },
    Measured {
        operation: "bls12_g1msm",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 160, cases: 2, times: &[
                Time { backend: "arkworks", ns: 144712.5, noise: 0.0090 },
                Time { backend: "blst", ns: 120643.0, noise: 0.0065 },
            ] },
            Cell { size: 320, cases: 1, times: &[
                Time { backend: "arkworks", ns: 226776.8, noise: 0.0014 },
                Time { backend: "blst", ns: 196761.0, noise: 0.0024 },
            ] },
            Cell { size: 640, cases: 1, times: &[
                Time { backend: "arkworks", ns: 393209.0, noise: 0.0077 },
                Time { backend: "blst", ns: 347836.5, noise: 0.0031 },
            ] },
            Cell { size: 1280, cases: 1, times: &[
                Time { backend: "arkworks", ns: 750174.0, noise: 0.0034 },
                Time { backend: "blst", ns: 653781.0, noise: 0.0005 },
            ] },
            Cell { size: 2560, cases: 1, times: &[
                Time { backend: "arkworks", ns: 1502902.0, noise: 0.0049 },
                Time { backend: "blst", ns: 1273701.5, noise: 0.0078 },
            ] },
            Cell { size: 10240, cases: 1, times: &[
                Time { backend: "arkworks", ns: 6006302.2, noise: 0.0005 },
                Time { backend: "blst", ns: 4695598.0, noise: 0.0020 },
            ] },
            Cell { size: 20480, cases: 1, times: &[
                Time { backend: "arkworks", ns: 11984351.8, noise: 0.0005 },
                Time { backend: "blst", ns: 8787154.0, noise: 0.0021 },
            ] },
        ],
    },
    Measured {
        operation: "bls12_g2add",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 512, cases: 4, times: &[
                Time { backend: "arkworks", ns: 11444.5, noise: 0.0132 },
                Time { backend: "blst", ns: 5539.3, noise: 0.0028 },
            ] },
        ],
    },
    Measured {
        operation: "bls12_g2msm",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 288, cases: 2, times: &[
                Time { backend: "arkworks", ns: 286920.0, noise: 0.0017 },
                Time { backend: "blst", ns: 189022.3, noise: 0.0038 },
            ] },
            Cell { size: 576, cases: 1, times: &[
                Time { backend: "arkworks", ns: 487236.0, noise: 0.0079 },
                Time { backend: "blst", ns: 323967.2, noise: 0.0035 },
            ] },
            Cell { size: 1152, cases: 1, times: &[
                Time { backend: "arkworks", ns: 862440.5, noise: 0.0093 },
                Time { backend: "blst", ns: 592915.5, noise: 0.0046 },
            ] },
            Cell { size: 2304, cases: 1, times: &[
                Time { backend: "arkworks", ns: 1707510.8, noise: 0.0017 },
                Time { backend: "blst", ns: 1157469.0, noise: 0.0008 },
            ] },
            Cell { size: 4608, cases: 1, times: &[
                Time { backend: "arkworks", ns: 3367460.5, noise: 0.0018 },
                Time { backend: "blst", ns: 2273188.5, noise: 0.0023 },
            ] },
            Cell { size: 18432, cases: 1, times: &[
                Time { backend: "arkworks", ns: 13378387.0, noise: 0.0008 },
                Time { backend: "blst", ns: 8230066.5, noise: 0.0003 },
            ] },
            Cell { size: 36864, cases: 1, times: &[
                Time { backend: "arkworks", ns: 26812671.5, noise: 0.0016 },
                Time { backend: "blst", ns: 14877578.5, noise: 0.0008 },
            ] },
        ],
    },
    Measured {
        operation: "bls12_map_fp2_to_g2",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 128, cases: 2, times: &[
                Time { backend: "arkworks", ns: 332145.2, noise: 0.0018 },
                Time { backend: "blst", ns: 149469.4, noise: 0.0023 },
            ] },
        ],
    },
    Measured {
        operation: "bls12_map_fp_to_g1",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 64, cases: 2, times: &[
                Time { backend: "arkworks", ns: 120317.7, noise: 0.0033 },
                Time { backend: "blst", ns: 45285.6, noise: 0.0022 },
            ] },
        ],
    },
    Measured {
        operation: "bls12_pairing",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 384, cases: 1, times: &[
                Time { backend: "arkworks", ns: 1288065.2, noise: 0.0016 },
                Time { backend: "blst", ns: 698750.1, noise: 0.0033 },
            ] },
            Cell { size: 768, cases: 2, times: &[
                Time { backend: "arkworks", ns: 1743273.5, noise: 0.0023 },
                Time { backend: "blst", ns: 964206.1, noise: 0.0038 },
            ] },
            Cell { size: 1536, cases: 1, times: &[
                Time { backend: "arkworks", ns: 2644807.5, noise: 0.0012 },
                Time { backend: "blst", ns: 1496152.0, noise: 0.0035 },
            ] },
            Cell { size: 3072, cases: 1, times: &[
                Time { backend: "arkworks", ns: 4432712.5, noise: 0.0016 },
                Time { backend: "blst", ns: 2572405.0, noise: 0.0032 },
            ] },
            Cell { size: 6144, cases: 1, times: &[
                Time { backend: "arkworks", ns: 8028287.5, noise: 0.0006 },
                Time { backend: "blst", ns: 4711431.5, noise: 0.0029 },
            ] },
            Cell { size: 24576, cases: 1, times: &[
                Time { backend: "arkworks", ns: 29511850.0, noise: 0.0009 },
                Time { backend: "blst", ns: 17765432.0, noise: 0.0014 },
            ] },
            Cell { size: 49152, cases: 1, times: &[
                Time { backend: "arkworks", ns: 58434065.0, noise: 0.0019 },
                Time { backend: "blst", ns: 35211970.0, noise: 0.0018 },
            ] },
        ],
    },
    Measured {
        operation: "bn254_add",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["arkworks"] },
        ],
        cells: &[
            Cell { size: 128, cases: 5, times: &[
                Time { backend: "arkworks", ns: 1644.7, noise: 0.0206 },
            ] },
        ],
    },
    Measured {
        operation: "bn254_mul",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["arkworks"] },
        ],
        cells: &[
            Cell { size: 96, cases: 5, times: &[
                Time { backend: "arkworks", ns: 10648.3, noise: 0.0118 },
            ] },
        ],
    },
    Measured {
        operation: "bn254_pairing",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["arkworks"] },
        ],
        cells: &[
            Cell { size: 0, cases: 1, times: &[
                Time { backend: "arkworks", ns: 28.0, noise: 0.0190 },
            ] },
            Cell { size: 192, cases: 1, times: &[
                Time { backend: "arkworks", ns: 767319.5, noise: 0.0047 },
            ] },
            Cell { size: 384, cases: 2, times: &[
                Time { backend: "arkworks", ns: 998380.9, noise: 0.0013 },
            ] },
            Cell { size: 768, cases: 1, times: &[
                Time { backend: "arkworks", ns: 1448541.5, noise: 0.0030 },
            ] },
            Cell { size: 1536, cases: 1, times: &[
                Time { backend: "arkworks", ns: 2369138.5, noise: 0.0007 },
            ] },
            Cell { size: 3072, cases: 1, times: &[
                Time { backend: "arkworks", ns: 4199190.8, noise: 0.0015 },
            ] },
            Cell { size: 12288, cases: 1, times: &[
                Time { backend: "arkworks", ns: 15257492.5, noise: 0.0016 },
            ] },
            Cell { size: 24576, cases: 1, times: &[
                Time { backend: "arkworks", ns: 30082963.0, noise: 0.0014 },
            ] },
        ],
    },
    Measured {
        operation: "ecrecover",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["libsecp256k1", "k256"] },
        ],
        cells: &[
            Cell { size: 128, cases: 2, times: &[
                Time { backend: "k256", ns: 68803.6, noise: 0.0037 },
                Time { backend: "libsecp256k1", ns: 37191.4, noise: 0.0025 },
            ] },
        ],
    },
    Measured {
        operation: "ed25519",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["avx512ifma", "avx2", "portable"] },
        ],
        cells: &[
            Cell { size: 96, cases: 1, times: &[
                Time { backend: "avx2", ns: 22586.2, noise: 0.0244 },
                Time { backend: "avx512ifma", ns: 10793.5, noise: 0.0014 },
                Time { backend: "portable", ns: 33666.2, noise: 0.0014 },
            ] },
            Cell { size: 108, cases: 2, times: &[
                Time { backend: "avx2", ns: 23341.1, noise: 0.0121 },
                Time { backend: "avx512ifma", ns: 11045.6, noise: 0.0108 },
                Time { backend: "portable", ns: 34304.4, noise: 0.0021 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "avx2", ns: 31412.9, noise: 0.0153 },
                Time { backend: "avx512ifma", ns: 13784.7, noise: 0.0005 },
                Time { backend: "portable", ns: 44594.3, noise: 0.0023 },
            ] },
            Cell { size: 224, cases: 1, times: &[
                Time { backend: "avx2", ns: 22928.7, noise: 0.0062 },
                Time { backend: "avx512ifma", ns: 11059.2, noise: 0.0005 },
                Time { backend: "portable", ns: 33986.1, noise: 0.0016 },
            ] },
            Cell { size: 352, cases: 1, times: &[
                Time { backend: "avx2", ns: 23336.8, noise: 0.0071 },
                Time { backend: "avx512ifma", ns: 11310.0, noise: 0.0028 },
                Time { backend: "portable", ns: 34367.9, noise: 0.0040 },
            ] },
            Cell { size: 1120, cases: 1, times: &[
                Time { backend: "avx2", ns: 24471.5, noise: 0.0013 },
                Time { backend: "avx512ifma", ns: 12472.6, noise: 0.0013 },
                Time { backend: "portable", ns: 35236.9, noise: 0.0005 },
            ] },
            Cell { size: 65632, cases: 1, times: &[
                Time { backend: "avx2", ns: 130759.2, noise: 0.0105 },
                Time { backend: "avx512ifma", ns: 117150.2, noise: 0.0005 },
                Time { backend: "portable", ns: 140113.0, noise: 0.0004 },
            ] },
        ],
    },
    Measured {
        operation: "identity",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["portable"] },
        ],
        cells: &[
            Cell { size: 0, cases: 1, times: &[
                Time { backend: "portable", ns: 12.3, noise: 0.0002 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "portable", ns: 12.5, noise: 0.0002 },
            ] },
            Cell { size: 8, cases: 1, times: &[
                Time { backend: "portable", ns: 12.1, noise: 0.0001 },
            ] },
            Cell { size: 32, cases: 1, times: &[
                Time { backend: "portable", ns: 12.0, noise: 0.0000 },
            ] },
            Cell { size: 64, cases: 2, times: &[
                Time { backend: "portable", ns: 11.4, noise: 0.0003 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "portable", ns: 11.9, noise: 0.0005 },
            ] },
            Cell { size: 1024, cases: 1, times: &[
                Time { backend: "portable", ns: 20.5, noise: 0.0087 },
            ] },
            Cell { size: 4096, cases: 1, times: &[
                Time { backend: "portable", ns: 53.8, noise: 0.0122 },
            ] },
            Cell { size: 65536, cases: 1, times: &[
                Time { backend: "portable", ns: 1212.5, noise: 0.0169 },
            ] },
        ],
    },
    Measured {
        operation: "keccak",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["bmi2", "portable"] },
        ],
        cells: &[
            Cell { size: 33, cases: 3, times: &[
                Time { backend: "bmi2", ns: 305.2, noise: 0.0052 },
                Time { backend: "portable", ns: 338.7, noise: 0.0022 },
            ] },
            Cell { size: 129, cases: 3, times: &[
                Time { backend: "bmi2", ns: 473.9, noise: 0.0025 },
                Time { backend: "portable", ns: 527.6, noise: 0.0022 },
            ] },
            Cell { size: 1025, cases: 3, times: &[
                Time { backend: "bmi2", ns: 3461.3, noise: 0.0017 },
                Time { backend: "portable", ns: 3864.4, noise: 0.0007 },
            ] },
            Cell { size: 65537, cases: 3, times: &[
                Time { backend: "bmi2", ns: 208045.8, noise: 0.0007 },
                Time { backend: "portable", ns: 232446.6, noise: 0.0009 },
            ] },
        ],
    },
    Measured {
        operation: "modexp",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["avx512ifma", "adx", "portable"] },
        ],
        cells: &[
            Cell { size: 8, cases: 66, times: &[
                Time { backend: "adx", ns: 739.4, noise: 0.0740 },
                Time { backend: "avx512ifma", ns: 741.3, noise: 0.0488 },
                Time { backend: "portable", ns: 740.7, noise: 0.0650 },
            ] },
            Cell { size: 16, cases: 73, times: &[
                Time { backend: "adx", ns: 1099.7, noise: 0.0370 },
                Time { backend: "avx512ifma", ns: 1100.5, noise: 0.0315 },
                Time { backend: "portable", ns: 1090.0, noise: 0.0364 },
            ] },
            Cell { size: 24, cases: 72, times: &[
                Time { backend: "adx", ns: 1628.6, noise: 0.0658 },
                Time { backend: "avx512ifma", ns: 1631.6, noise: 0.0474 },
                Time { backend: "portable", ns: 1626.4, noise: 0.0743 },
            ] },
            Cell { size: 25, cases: 25, times: &[
                Time { backend: "adx", ns: 538.3, noise: 0.0392 },
                Time { backend: "avx512ifma", ns: 538.9, noise: 0.0543 },
                Time { backend: "portable", ns: 542.6, noise: 0.0605 },
            ] },
            Cell { size: 32, cases: 72, times: &[
                Time { backend: "adx", ns: 1831.9, noise: 0.0380 },
                Time { backend: "avx512ifma", ns: 1832.7, noise: 0.0597 },
                Time { backend: "portable", ns: 2104.7, noise: 0.0465 },
            ] },
            Cell { size: 40, cases: 7, times: &[
                Time { backend: "adx", ns: 2968.8, noise: 0.0078 },
                Time { backend: "avx512ifma", ns: 2496.8, noise: 0.0063 },
                Time { backend: "portable", ns: 3186.6, noise: 0.0103 },
            ] },
            Cell { size: 48, cases: 79, times: &[
                Time { backend: "adx", ns: 3887.3, noise: 0.0302 },
                Time { backend: "avx512ifma", ns: 3455.8, noise: 0.0399 },
                Time { backend: "portable", ns: 4129.8, noise: 0.0273 },
            ] },
            Cell { size: 56, cases: 7, times: &[
                Time { backend: "adx", ns: 4676.8, noise: 0.0052 },
                Time { backend: "avx512ifma", ns: 3235.6, noise: 0.0064 },
                Time { backend: "portable", ns: 5297.2, noise: 0.0110 },
            ] },
            Cell { size: 64, cases: 76, times: &[
                Time { backend: "adx", ns: 4702.4, noise: 0.0166 },
                Time { backend: "avx512ifma", ns: 3735.0, noise: 0.0199 },
                Time { backend: "portable", ns: 5397.9, noise: 0.0265 },
            ] },
            Cell { size: 80, cases: 7, times: &[
                Time { backend: "adx", ns: 12947.8, noise: 0.0045 },
                Time { backend: "avx512ifma", ns: 4533.3, noise: 0.0053 },
                Time { backend: "portable", ns: 16989.5, noise: 0.0025 },
            ] },
            Cell { size: 96, cases: 79, times: &[
                Time { backend: "adx", ns: 13624.9, noise: 0.0187 },
                Time { backend: "avx512ifma", ns: 6050.4, noise: 0.0408 },
                Time { backend: "portable", ns: 17427.9, noise: 0.0142 },
            ] },
            Cell { size: 128, cases: 82, times: &[
                Time { backend: "adx", ns: 19817.0, noise: 0.0144 },
                Time { backend: "avx512ifma", ns: 7669.7, noise: 0.0394 },
                Time { backend: "portable", ns: 26943.6, noise: 0.0063 },
            ] },
            Cell { size: 192, cases: 79, times: &[
                Time { backend: "adx", ns: 38604.0, noise: 0.0179 },
                Time { backend: "avx512ifma", ns: 15464.1, noise: 0.0159 },
                Time { backend: "portable", ns: 57347.4, noise: 0.0102 },
            ] },
            Cell { size: 256, cases: 77, times: &[
                Time { backend: "adx", ns: 48884.3, noise: 0.0119 },
                Time { backend: "avx512ifma", ns: 18592.7, noise: 0.0185 },
                Time { backend: "portable", ns: 78978.4, noise: 0.0034 },
            ] },
            Cell { size: 384, cases: 79, times: &[
                Time { backend: "adx", ns: 126056.9, noise: 0.0105 },
                Time { backend: "avx512ifma", ns: 126121.9, noise: 0.0165 },
                Time { backend: "portable", ns: 220816.5, noise: 0.0054 },
            ] },
            Cell { size: 512, cases: 79, times: &[
                Time { backend: "adx", ns: 211986.8, noise: 0.0098 },
                Time { backend: "avx512ifma", ns: 211994.6, noise: 0.0068 },
                Time { backend: "portable", ns: 397917.8, noise: 0.0088 },
            ] },
            Cell { size: 768, cases: 7, times: &[
                Time { backend: "adx", ns: 590548.4, noise: 0.0024 },
                Time { backend: "avx512ifma", ns: 590270.7, noise: 0.0024 },
                Time { backend: "portable", ns: 1254572.1, noise: 0.0009 },
            ] },
            Cell { size: 1024, cases: 40, times: &[
                Time { backend: "adx", ns: 587969.0, noise: 0.0035 },
                Time { backend: "avx512ifma", ns: 588188.4, noise: 0.0028 },
                Time { backend: "portable", ns: 1239422.2, noise: 0.0058 },
            ] },
        ],
    },
    Measured {
        operation: "p256verify",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["p256"] },
        ],
        cells: &[
            Cell { size: 160, cases: 2, times: &[
                Time { backend: "p256", ns: 307653.6, noise: 0.0010 },
            ] },
        ],
    },
    Measured {
        operation: "point_evaluation",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["blst", "arkworks"] },
        ],
        cells: &[
            Cell { size: 192, cases: 2, times: &[
                Time { backend: "arkworks", ns: 1755872.7, noise: 0.0029 },
                Time { backend: "blst", ns: 1000184.1, noise: 0.0019 },
            ] },
        ],
    },
    Measured {
        operation: "ripemd160",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["bmi2", "portable"] },
        ],
        cells: &[
            Cell { size: 0, cases: 1, times: &[
                Time { backend: "bmi2", ns: 133.0, noise: 0.0003 },
                Time { backend: "portable", ns: 136.5, noise: 0.0070 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "bmi2", ns: 132.7, noise: 0.0007 },
                Time { backend: "portable", ns: 135.3, noise: 0.0052 },
            ] },
            Cell { size: 8, cases: 1, times: &[
                Time { backend: "bmi2", ns: 133.4, noise: 0.0013 },
                Time { backend: "portable", ns: 136.5, noise: 0.0103 },
            ] },
            Cell { size: 32, cases: 1, times: &[
                Time { backend: "bmi2", ns: 132.0, noise: 0.0050 },
                Time { backend: "portable", ns: 135.5, noise: 0.0043 },
            ] },
            Cell { size: 64, cases: 2, times: &[
                Time { backend: "bmi2", ns: 247.7, noise: 0.0005 },
                Time { backend: "portable", ns: 249.3, noise: 0.0029 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "bmi2", ns: 367.0, noise: 0.0008 },
                Time { backend: "portable", ns: 365.2, noise: 0.0029 },
            ] },
            Cell { size: 1024, cases: 1, times: &[
                Time { backend: "bmi2", ns: 1996.7, noise: 0.0007 },
                Time { backend: "portable", ns: 1994.2, noise: 0.0024 },
            ] },
            Cell { size: 4096, cases: 1, times: &[
                Time { backend: "bmi2", ns: 7598.9, noise: 0.0034 },
                Time { backend: "portable", ns: 7583.0, noise: 0.0031 },
            ] },
            Cell { size: 65536, cases: 1, times: &[
                Time { backend: "bmi2", ns: 119587.6, noise: 0.0012 },
                Time { backend: "portable", ns: 118705.6, noise: 0.0006 },
            ] },
        ],
    },
    Measured {
        operation: "sha256",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["shani", "sha2", "portable"] },
        ],
        cells: &[
            Cell { size: 0, cases: 1, times: &[
                Time { backend: "portable", ns: 224.2, noise: 0.0013 },
                Time { backend: "sha2", ns: 63.0, noise: 0.0044 },
                Time { backend: "shani", ns: 36.7, noise: 0.0044 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "portable", ns: 223.6, noise: 0.0004 },
                Time { backend: "sha2", ns: 63.1, noise: 0.0056 },
                Time { backend: "shani", ns: 37.6, noise: 0.0038 },
            ] },
            Cell { size: 8, cases: 1, times: &[
                Time { backend: "portable", ns: 220.4, noise: 0.0023 },
                Time { backend: "sha2", ns: 63.4, noise: 0.0080 },
                Time { backend: "shani", ns: 37.3, noise: 0.0028 },
            ] },
            Cell { size: 32, cases: 1, times: &[
                Time { backend: "portable", ns: 220.7, noise: 0.0014 },
                Time { backend: "sha2", ns: 60.1, noise: 0.0023 },
                Time { backend: "shani", ns: 36.4, noise: 0.0022 },
            ] },
            Cell { size: 64, cases: 2, times: &[
                Time { backend: "portable", ns: 423.7, noise: 0.0022 },
                Time { backend: "sha2", ns: 97.4, noise: 0.0025 },
                Time { backend: "shani", ns: 62.0, noise: 0.0006 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "portable", ns: 636.7, noise: 0.0032 },
                Time { backend: "sha2", ns: 132.3, noise: 0.0024 },
                Time { backend: "shani", ns: 96.8, noise: 0.0002 },
            ] },
            Cell { size: 1024, cases: 1, times: &[
                Time { backend: "portable", ns: 3416.2, noise: 0.0019 },
                Time { backend: "sha2", ns: 627.9, noise: 0.0005 },
                Time { backend: "shani", ns: 591.5, noise: 0.0002 },
            ] },
            Cell { size: 4096, cases: 1, times: &[
                Time { backend: "portable", ns: 12968.3, noise: 0.0012 },
                Time { backend: "sha2", ns: 2319.9, noise: 0.0004 },
                Time { backend: "shani", ns: 2287.3, noise: 0.0001 },
            ] },
            Cell { size: 65536, cases: 1, times: &[
                Time { backend: "portable", ns: 204109.4, noise: 0.0017 },
                Time { backend: "sha2", ns: 36131.7, noise: 0.0001 },
                Time { backend: "shani", ns: 36123.0, noise: 0.0001 },
            ] },
        ],
    },
    Measured {
        operation: "sha512",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["sha2", "portable"] },
        ],
        cells: &[
            Cell { size: 33, cases: 1, times: &[
                Time { backend: "portable", ns: 279.7, noise: 0.0041 },
                Time { backend: "sha2", ns: 242.7, noise: 0.0011 },
            ] },
            Cell { size: 129, cases: 1, times: &[
                Time { backend: "portable", ns: 528.4, noise: 0.0003 },
                Time { backend: "sha2", ns: 459.2, noise: 0.0000 },
            ] },
            Cell { size: 1025, cases: 1, times: &[
                Time { backend: "portable", ns: 2272.3, noise: 0.0025 },
                Time { backend: "sha2", ns: 1902.5, noise: 0.0004 },
            ] },
            Cell { size: 65537, cases: 1, times: &[
                Time { backend: "portable", ns: 127088.8, noise: 0.0008 },
                Time { backend: "sha2", ns: 106169.0, noise: 0.0002 },
            ] },
        ],
    },
];
