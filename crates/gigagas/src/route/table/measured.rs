//! DO NOT EDIT: `gigagas-bench route` writes this file from the results that it names.

use super::{Cell, Measured, Ranking, Source, Time};
use gigagas_math::cpu::CpuClass;

static SOURCE_0: Source = Source {
    file: "results/2026-12-01-zen4-own-full.csv",
    cpu: "AMD EPYC (family 25 model 17)",
    clock: "3.57 GHz",
    date: "2026-12-01T05:27:42Z",
    commit: "2c58318213b3",
    command: "gigagas bench --csv --laps 6 --pin 1",
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
                Time { backend: "avx2", ns: 11.7, noise: 0.0001 },
                Time { backend: "avx512vl", ns: 11.7, noise: 0.0001 },
                Time { backend: "portable", ns: 12.5, noise: 0.0000 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "avx2", ns: 14.6, noise: 0.0001 },
                Time { backend: "avx512vl", ns: 14.9, noise: 0.0001 },
                Time { backend: "portable", ns: 26.0, noise: 0.0051 },
            ] },
            Cell { size: 12, cases: 2, times: &[
                Time { backend: "avx2", ns: 101.8, noise: 0.0021 },
                Time { backend: "avx512vl", ns: 95.2, noise: 0.0015 },
                Time { backend: "portable", ns: 135.7, noise: 0.0015 },
            ] },
            Cell { size: 1000, cases: 1, times: &[
                Time { backend: "avx2", ns: 8446.1, noise: 0.0003 },
                Time { backend: "avx512vl", ns: 7112.0, noise: 0.0004 },
                Time { backend: "portable", ns: 9953.4, noise: 0.0011 },
            ] },
            Cell { size: 1000000, cases: 1, times: &[
                Time { backend: "avx2", ns: 8377365.5, noise: 0.0091 },
                Time { backend: "avx512vl", ns: 7144297.0, noise: 0.0005 },
                Time { backend: "portable", ns: 9872716.5, noise: 0.0029 },
            ] },
            Cell { size: 10000000, cases: 1, times: &[
                Time { backend: "avx2", ns: 84379348.0, noise: 0.0041 },
                Time { backend: "avx512vl", ns: 71342694.5, noise: 0.0010 },
                Time { backend: "portable", ns: 98727004.5, noise: 0.0009 },
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
                Time { backend: "portable", ns: 167.5, noise: 0.0026 },
            ] },
            Cell { size: 161, cases: 1, times: &[
                Time { backend: "portable", ns: 309.4, noise: 0.0101 },
            ] },
            Cell { size: 1057, cases: 1, times: &[
                Time { backend: "portable", ns: 2274.7, noise: 0.0009 },
            ] },
            Cell { size: 65569, cases: 1, times: &[
                Time { backend: "portable", ns: 144099.0, noise: 0.0017 },
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
                Time { backend: "arkworks", ns: 8318.4, noise: 0.0054 },
                Time { backend: "blst", ns: 3657.5, noise: 0.0031 },
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
                Time { backend: "arkworks", ns: 143811.4, noise: 0.0040 },
                Time { backend: "blst", ns: 120689.5, noise: 0.0028 },
            ] },
            Cell { size: 320, cases: 1, times: &[
                Time { backend: "arkworks", ns: 221336.1, noise: 0.0044 },
                Time { backend: "blst", ns: 197330.5, noise: 0.0014 },
            ] },
            Cell { size: 640, cases: 1, times: &[
                Time { backend: "arkworks", ns: 377145.2, noise: 0.0191 },
                Time { backend: "blst", ns: 347997.0, noise: 0.0029 },
            ] },
            Cell { size: 1280, cases: 1, times: &[
                Time { backend: "arkworks", ns: 740950.5, noise: 0.0056 },
                Time { backend: "blst", ns: 651593.0, noise: 0.0033 },
            ] },
            Cell { size: 2560, cases: 1, times: &[
                Time { backend: "arkworks", ns: 1493447.8, noise: 0.0041 },
                Time { backend: "blst", ns: 1269836.0, noise: 0.0029 },
            ] },
            Cell { size: 10240, cases: 1, times: &[
                Time { backend: "arkworks", ns: 5939765.5, noise: 0.0014 },
                Time { backend: "blst", ns: 4695740.8, noise: 0.0054 },
            ] },
            Cell { size: 20480, cases: 1, times: &[
                Time { backend: "arkworks", ns: 11876128.8, noise: 0.0007 },
                Time { backend: "blst", ns: 8771548.2, noise: 0.0004 },
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
                Time { backend: "arkworks", ns: 11257.1, noise: 0.0144 },
                Time { backend: "blst", ns: 5503.7, noise: 0.0028 },
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
                Time { backend: "arkworks", ns: 284824.6, noise: 0.0201 },
                Time { backend: "blst", ns: 188653.3, noise: 0.0023 },
            ] },
            Cell { size: 576, cases: 1, times: &[
                Time { backend: "arkworks", ns: 487337.4, noise: 0.0015 },
                Time { backend: "blst", ns: 324136.2, noise: 0.0030 },
            ] },
            Cell { size: 1152, cases: 1, times: &[
                Time { backend: "arkworks", ns: 864507.5, noise: 0.0132 },
                Time { backend: "blst", ns: 591338.2, noise: 0.0030 },
            ] },
            Cell { size: 2304, cases: 1, times: &[
                Time { backend: "arkworks", ns: 1703214.5, noise: 0.0006 },
                Time { backend: "blst", ns: 1153270.2, noise: 0.0030 },
            ] },
            Cell { size: 4608, cases: 1, times: &[
                Time { backend: "arkworks", ns: 3353785.5, noise: 0.0033 },
                Time { backend: "blst", ns: 2273796.8, noise: 0.0031 },
            ] },
            Cell { size: 18432, cases: 1, times: &[
                Time { backend: "arkworks", ns: 13278949.0, noise: 0.0008 },
                Time { backend: "blst", ns: 8212928.5, noise: 0.0012 },
            ] },
            Cell { size: 36864, cases: 1, times: &[
                Time { backend: "arkworks", ns: 26579596.0, noise: 0.0028 },
                Time { backend: "blst", ns: 14841525.8, noise: 0.0014 },
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
                Time { backend: "arkworks", ns: 329769.6, noise: 0.0055 },
                Time { backend: "blst", ns: 149568.3, noise: 0.0029 },
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
                Time { backend: "arkworks", ns: 120450.9, noise: 0.0052 },
                Time { backend: "blst", ns: 45358.0, noise: 0.0030 },
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
                Time { backend: "arkworks", ns: 1270869.8, noise: 0.0067 },
                Time { backend: "blst", ns: 698177.8, noise: 0.0056 },
            ] },
            Cell { size: 768, cases: 2, times: &[
                Time { backend: "arkworks", ns: 1714298.9, noise: 0.0034 },
                Time { backend: "blst", ns: 964200.7, noise: 0.0052 },
            ] },
            Cell { size: 1536, cases: 1, times: &[
                Time { backend: "arkworks", ns: 2590602.0, noise: 0.0043 },
                Time { backend: "blst", ns: 1496547.5, noise: 0.0023 },
            ] },
            Cell { size: 3072, cases: 1, times: &[
                Time { backend: "arkworks", ns: 4347929.5, noise: 0.0044 },
                Time { backend: "blst", ns: 2563900.0, noise: 0.0019 },
            ] },
            Cell { size: 6144, cases: 1, times: &[
                Time { backend: "arkworks", ns: 7880622.0, noise: 0.0018 },
                Time { backend: "blst", ns: 4700124.8, noise: 0.0002 },
            ] },
            Cell { size: 24576, cases: 1, times: &[
                Time { backend: "arkworks", ns: 28893181.0, noise: 0.0026 },
                Time { backend: "blst", ns: 17740525.0, noise: 0.0006 },
            ] },
            Cell { size: 49152, cases: 1, times: &[
                Time { backend: "arkworks", ns: 57163193.8, noise: 0.0017 },
                Time { backend: "blst", ns: 35112586.5, noise: 0.0010 },
            ] },
        ],
    },
    Measured {
        operation: "bn254_add",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["adx", "portable", "arkworks"] },
        ],
        cells: &[
            Cell { size: 128, cases: 5, times: &[
                Time { backend: "adx", ns: 755.9, noise: 0.0052 },
                Time { backend: "arkworks", ns: 1487.9, noise: 0.0091 },
                Time { backend: "portable", ns: 792.8, noise: 0.0278 },
            ] },
        ],
    },
    Measured {
        operation: "bn254_mul",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["adx", "portable", "arkworks"] },
        ],
        cells: &[
            Cell { size: 96, cases: 5, times: &[
                Time { backend: "adx", ns: 3615.8, noise: 0.0149 },
                Time { backend: "arkworks", ns: 9775.1, noise: 0.0089 },
                Time { backend: "portable", ns: 4474.8, noise: 0.0263 },
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
                Time { backend: "arkworks", ns: 28.2, noise: 0.0373 },
            ] },
            Cell { size: 192, cases: 1, times: &[
                Time { backend: "arkworks", ns: 761592.1, noise: 0.0063 },
            ] },
            Cell { size: 384, cases: 2, times: &[
                Time { backend: "arkworks", ns: 992821.9, noise: 0.0034 },
            ] },
            Cell { size: 768, cases: 1, times: &[
                Time { backend: "arkworks", ns: 1445967.2, noise: 0.0022 },
            ] },
            Cell { size: 1536, cases: 1, times: &[
                Time { backend: "arkworks", ns: 2367703.5, noise: 0.0017 },
            ] },
            Cell { size: 3072, cases: 1, times: &[
                Time { backend: "arkworks", ns: 4197931.2, noise: 0.0009 },
            ] },
            Cell { size: 12288, cases: 1, times: &[
                Time { backend: "arkworks", ns: 15276085.0, noise: 0.0008 },
            ] },
            Cell { size: 24576, cases: 1, times: &[
                Time { backend: "arkworks", ns: 30098386.5, noise: 0.0011 },
            ] },
        ],
    },
    Measured {
        operation: "ecrecover",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["adx", "portable", "libsecp256k1", "k256"] },
        ],
        cells: &[
            Cell { size: 128, cases: 2, times: &[
                Time { backend: "adx", ns: 30008.7, noise: 0.0041 },
                Time { backend: "k256", ns: 69021.7, noise: 0.0076 },
                Time { backend: "libsecp256k1", ns: 37753.8, noise: 0.0075 },
                Time { backend: "portable", ns: 37585.8, noise: 0.0043 },
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
                Time { backend: "avx2", ns: 22405.4, noise: 0.0031 },
                Time { backend: "avx512ifma", ns: 10778.9, noise: 0.0006 },
                Time { backend: "portable", ns: 34037.8, noise: 0.0024 },
            ] },
            Cell { size: 108, cases: 2, times: &[
                Time { backend: "avx2", ns: 23152.3, noise: 0.0115 },
                Time { backend: "avx512ifma", ns: 11063.7, noise: 0.0030 },
                Time { backend: "portable", ns: 34441.9, noise: 0.0020 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "avx2", ns: 31058.0, noise: 0.0051 },
                Time { backend: "avx512ifma", ns: 13796.3, noise: 0.0039 },
                Time { backend: "portable", ns: 44512.7, noise: 0.0000 },
            ] },
            Cell { size: 224, cases: 1, times: &[
                Time { backend: "avx2", ns: 22692.1, noise: 0.0009 },
                Time { backend: "avx512ifma", ns: 11051.4, noise: 0.0030 },
                Time { backend: "portable", ns: 34199.8, noise: 0.0031 },
            ] },
            Cell { size: 352, cases: 1, times: &[
                Time { backend: "avx2", ns: 23043.6, noise: 0.0064 },
                Time { backend: "avx512ifma", ns: 11303.2, noise: 0.0021 },
                Time { backend: "portable", ns: 34606.4, noise: 0.0023 },
            ] },
            Cell { size: 1120, cases: 1, times: &[
                Time { backend: "avx2", ns: 24147.6, noise: 0.0085 },
                Time { backend: "avx512ifma", ns: 12472.9, noise: 0.0016 },
                Time { backend: "portable", ns: 35333.7, noise: 0.0021 },
            ] },
            Cell { size: 65632, cases: 1, times: &[
                Time { backend: "avx2", ns: 129347.2, noise: 0.0026 },
                Time { backend: "avx512ifma", ns: 116920.5, noise: 0.0008 },
                Time { backend: "portable", ns: 140287.0, noise: 0.0009 },
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
                Time { backend: "portable", ns: 10.3, noise: 0.0000 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "portable", ns: 10.3, noise: 0.0001 },
            ] },
            Cell { size: 8, cases: 1, times: &[
                Time { backend: "portable", ns: 10.3, noise: 0.0000 },
            ] },
            Cell { size: 32, cases: 1, times: &[
                Time { backend: "portable", ns: 9.3, noise: 0.0003 },
            ] },
            Cell { size: 64, cases: 2, times: &[
                Time { backend: "portable", ns: 9.3, noise: 0.0003 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "portable", ns: 10.3, noise: 0.0005 },
            ] },
            Cell { size: 1024, cases: 1, times: &[
                Time { backend: "portable", ns: 20.5, noise: 0.0202 },
            ] },
            Cell { size: 4096, cases: 1, times: &[
                Time { backend: "portable", ns: 55.7, noise: 0.0126 },
            ] },
            Cell { size: 65536, cases: 1, times: &[
                Time { backend: "portable", ns: 1190.3, noise: 0.0037 },
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
                Time { backend: "bmi2", ns: 305.8, noise: 0.0012 },
                Time { backend: "portable", ns: 339.8, noise: 0.0046 },
            ] },
            Cell { size: 129, cases: 3, times: &[
                Time { backend: "bmi2", ns: 472.9, noise: 0.0035 },
                Time { backend: "portable", ns: 525.8, noise: 0.0040 },
            ] },
            Cell { size: 1025, cases: 3, times: &[
                Time { backend: "bmi2", ns: 3453.4, noise: 0.0012 },
                Time { backend: "portable", ns: 3860.1, noise: 0.0014 },
            ] },
            Cell { size: 65537, cases: 3, times: &[
                Time { backend: "bmi2", ns: 208438.6, noise: 0.0011 },
                Time { backend: "portable", ns: 232447.0, noise: 0.0008 },
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
                Time { backend: "adx", ns: 709.1, noise: 0.0276 },
                Time { backend: "avx512ifma", ns: 709.5, noise: 0.0266 },
                Time { backend: "portable", ns: 710.6, noise: 0.0225 },
            ] },
            Cell { size: 16, cases: 73, times: &[
                Time { backend: "adx", ns: 1079.9, noise: 0.0239 },
                Time { backend: "avx512ifma", ns: 1080.9, noise: 0.0298 },
                Time { backend: "portable", ns: 1070.3, noise: 0.0208 },
            ] },
            Cell { size: 24, cases: 72, times: &[
                Time { backend: "adx", ns: 1627.4, noise: 0.0250 },
                Time { backend: "avx512ifma", ns: 1629.7, noise: 0.0286 },
                Time { backend: "portable", ns: 1623.1, noise: 0.0222 },
            ] },
            Cell { size: 25, cases: 25, times: &[
                Time { backend: "adx", ns: 539.5, noise: 0.0180 },
                Time { backend: "avx512ifma", ns: 540.0, noise: 0.0141 },
                Time { backend: "portable", ns: 544.5, noise: 0.0224 },
            ] },
            Cell { size: 32, cases: 72, times: &[
                Time { backend: "adx", ns: 1835.8, noise: 0.0275 },
                Time { backend: "avx512ifma", ns: 1838.7, noise: 0.0205 },
                Time { backend: "portable", ns: 2108.1, noise: 0.0395 },
            ] },
            Cell { size: 40, cases: 7, times: &[
                Time { backend: "adx", ns: 2976.7, noise: 0.0039 },
                Time { backend: "avx512ifma", ns: 2518.6, noise: 0.0043 },
                Time { backend: "portable", ns: 3160.8, noise: 0.0107 },
            ] },
            Cell { size: 48, cases: 79, times: &[
                Time { backend: "adx", ns: 3892.9, noise: 0.0194 },
                Time { backend: "avx512ifma", ns: 3319.1, noise: 0.0195 },
                Time { backend: "portable", ns: 4123.3, noise: 0.0212 },
            ] },
            Cell { size: 56, cases: 7, times: &[
                Time { backend: "adx", ns: 4660.1, noise: 0.0080 },
                Time { backend: "avx512ifma", ns: 3255.3, noise: 0.0074 },
                Time { backend: "portable", ns: 5271.3, noise: 0.0037 },
            ] },
            Cell { size: 64, cases: 76, times: &[
                Time { backend: "adx", ns: 4710.5, noise: 0.0196 },
                Time { backend: "avx512ifma", ns: 3677.4, noise: 0.0251 },
                Time { backend: "portable", ns: 5422.4, noise: 0.0174 },
            ] },
            Cell { size: 80, cases: 7, times: &[
                Time { backend: "adx", ns: 12988.7, noise: 0.0141 },
                Time { backend: "avx512ifma", ns: 4530.7, noise: 0.0099 },
                Time { backend: "portable", ns: 17076.0, noise: 0.0051 },
            ] },
            Cell { size: 96, cases: 79, times: &[
                Time { backend: "adx", ns: 13612.8, noise: 0.0197 },
                Time { backend: "avx512ifma", ns: 6042.2, noise: 0.0271 },
                Time { backend: "portable", ns: 17486.6, noise: 0.0151 },
            ] },
            Cell { size: 128, cases: 82, times: &[
                Time { backend: "adx", ns: 19877.1, noise: 0.0105 },
                Time { backend: "avx512ifma", ns: 7730.5, noise: 0.0198 },
                Time { backend: "portable", ns: 26959.7, noise: 0.0183 },
            ] },
            Cell { size: 192, cases: 79, times: &[
                Time { backend: "adx", ns: 38725.3, noise: 0.0109 },
                Time { backend: "avx512ifma", ns: 15470.8, noise: 0.0326 },
                Time { backend: "portable", ns: 57347.6, noise: 0.0068 },
            ] },
            Cell { size: 256, cases: 77, times: &[
                Time { backend: "adx", ns: 48816.1, noise: 0.0132 },
                Time { backend: "avx512ifma", ns: 18499.2, noise: 0.0173 },
                Time { backend: "portable", ns: 79014.3, noise: 0.0086 },
            ] },
            Cell { size: 384, cases: 79, times: &[
                Time { backend: "adx", ns: 126437.3, noise: 0.0196 },
                Time { backend: "avx512ifma", ns: 126428.3, noise: 0.0154 },
                Time { backend: "portable", ns: 221071.7, noise: 0.0083 },
            ] },
            Cell { size: 512, cases: 79, times: &[
                Time { backend: "adx", ns: 212018.0, noise: 0.0090 },
                Time { backend: "avx512ifma", ns: 212123.4, noise: 0.0082 },
                Time { backend: "portable", ns: 397690.5, noise: 0.0034 },
            ] },
            Cell { size: 768, cases: 7, times: &[
                Time { backend: "adx", ns: 587734.8, noise: 0.0029 },
                Time { backend: "avx512ifma", ns: 588291.2, noise: 0.0052 },
                Time { backend: "portable", ns: 1253958.2, noise: 0.0038 },
            ] },
            Cell { size: 1024, cases: 40, times: &[
                Time { backend: "adx", ns: 586482.4, noise: 0.0042 },
                Time { backend: "avx512ifma", ns: 586725.6, noise: 0.0069 },
                Time { backend: "portable", ns: 1237693.2, noise: 0.0037 },
            ] },
        ],
    },
    Measured {
        operation: "p256verify",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["adx", "portable", "p256"] },
        ],
        cells: &[
            Cell { size: 160, cases: 2, times: &[
                Time { backend: "adx", ns: 42807.2, noise: 0.0028 },
                Time { backend: "p256", ns: 308760.8, noise: 0.0009 },
                Time { backend: "portable", ns: 61992.0, noise: 0.0141 },
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
                Time { backend: "arkworks", ns: 1729952.0, noise: 0.0028 },
                Time { backend: "blst", ns: 1001380.0, noise: 0.0018 },
            ] },
        ],
    },
    Measured {
        operation: "ripemd160",
        class: CpuClass::X86Avx512Ifma,
        source: &SOURCE_0,
        rankings: &[
            Ranking { upper: u64::MAX, backends: &["portable", "bmi2"] },
        ],
        cells: &[
            Cell { size: 0, cases: 1, times: &[
                Time { backend: "bmi2", ns: 131.1, noise: 0.0013 },
                Time { backend: "portable", ns: 132.5, noise: 0.0146 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "bmi2", ns: 131.1, noise: 0.0007 },
                Time { backend: "portable", ns: 133.0, noise: 0.0028 },
            ] },
            Cell { size: 8, cases: 1, times: &[
                Time { backend: "bmi2", ns: 131.0, noise: 0.0002 },
                Time { backend: "portable", ns: 134.0, noise: 0.0058 },
            ] },
            Cell { size: 32, cases: 1, times: &[
                Time { backend: "bmi2", ns: 149.5, noise: 0.0000 },
                Time { backend: "portable", ns: 133.6, noise: 0.0041 },
            ] },
            Cell { size: 64, cases: 2, times: &[
                Time { backend: "bmi2", ns: 246.4, noise: 0.0003 },
                Time { backend: "portable", ns: 247.2, noise: 0.0051 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "bmi2", ns: 363.5, noise: 0.0034 },
                Time { backend: "portable", ns: 363.2, noise: 0.0021 },
            ] },
            Cell { size: 1024, cases: 1, times: &[
                Time { backend: "bmi2", ns: 2001.0, noise: 0.0008 },
                Time { backend: "portable", ns: 1993.9, noise: 0.0019 },
            ] },
            Cell { size: 4096, cases: 1, times: &[
                Time { backend: "bmi2", ns: 7616.9, noise: 0.0013 },
                Time { backend: "portable", ns: 7562.8, noise: 0.0010 },
            ] },
            Cell { size: 65536, cases: 1, times: &[
                Time { backend: "bmi2", ns: 119437.4, noise: 0.0032 },
                Time { backend: "portable", ns: 118554.9, noise: 0.0012 },
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
                Time { backend: "portable", ns: 222.6, noise: 0.0071 },
                Time { backend: "sha2", ns: 61.3, noise: 0.0047 },
                Time { backend: "shani", ns: 35.4, noise: 0.0015 },
            ] },
            Cell { size: 1, cases: 1, times: &[
                Time { backend: "portable", ns: 223.3, noise: 0.0021 },
                Time { backend: "sha2", ns: 62.4, noise: 0.0111 },
                Time { backend: "shani", ns: 36.4, noise: 0.0085 },
            ] },
            Cell { size: 8, cases: 1, times: &[
                Time { backend: "portable", ns: 218.3, noise: 0.0016 },
                Time { backend: "sha2", ns: 62.2, noise: 0.0277 },
                Time { backend: "shani", ns: 36.2, noise: 0.0051 },
            ] },
            Cell { size: 32, cases: 1, times: &[
                Time { backend: "portable", ns: 218.9, noise: 0.0033 },
                Time { backend: "sha2", ns: 58.5, noise: 0.0168 },
                Time { backend: "shani", ns: 35.4, noise: 0.0076 },
            ] },
            Cell { size: 64, cases: 2, times: &[
                Time { backend: "portable", ns: 423.5, noise: 0.0037 },
                Time { backend: "sha2", ns: 89.7, noise: 0.0034 },
                Time { backend: "shani", ns: 60.5, noise: 0.0029 },
            ] },
            Cell { size: 128, cases: 1, times: &[
                Time { backend: "portable", ns: 619.3, noise: 0.0002 },
                Time { backend: "sha2", ns: 124.9, noise: 0.0002 },
                Time { backend: "shani", ns: 95.6, noise: 0.0018 },
            ] },
            Cell { size: 1024, cases: 1, times: &[
                Time { backend: "portable", ns: 3400.8, noise: 0.0011 },
                Time { backend: "sha2", ns: 617.3, noise: 0.0002 },
                Time { backend: "shani", ns: 588.4, noise: 0.0002 },
            ] },
            Cell { size: 4096, cases: 1, times: &[
                Time { backend: "portable", ns: 12935.7, noise: 0.0013 },
                Time { backend: "sha2", ns: 2306.8, noise: 0.0001 },
                Time { backend: "shani", ns: 2279.1, noise: 0.0002 },
            ] },
            Cell { size: 65536, cases: 1, times: &[
                Time { backend: "portable", ns: 203538.4, noise: 0.0010 },
                Time { backend: "sha2", ns: 36121.1, noise: 0.0001 },
                Time { backend: "shani", ns: 36105.3, noise: 0.0001 },
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
                Time { backend: "portable", ns: 279.6, noise: 0.0028 },
                Time { backend: "sha2", ns: 244.0, noise: 0.0017 },
            ] },
            Cell { size: 129, cases: 1, times: &[
                Time { backend: "portable", ns: 527.8, noise: 0.0020 },
                Time { backend: "sha2", ns: 459.7, noise: 0.0005 },
            ] },
            Cell { size: 1025, cases: 1, times: &[
                Time { backend: "portable", ns: 2270.2, noise: 0.0022 },
                Time { backend: "sha2", ns: 1901.0, noise: 0.0002 },
            ] },
            Cell { size: 65537, cases: 1, times: &[
                Time { backend: "portable", ns: 126840.9, noise: 0.0016 },
                Time { backend: "sha2", ns: 106245.2, noise: 0.0000 },
            ] },
        ],
    },
];
