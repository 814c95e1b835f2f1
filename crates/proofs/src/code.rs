//! The code of a kernel: bytes from the executable file, decoded to plain instructions.

use std::path::Path;

use iced_x86::{Decoder, DecoderOptions, Instruction as Decoded, OpKind};
pub use iced_x86::{Mnemonic, Register};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SectionFlags};

/// An operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A register by its full name (RAX, ZMM0) and how many bytes of it.
    Register(Register, usize),
    /// An immediate operand, extended as the instruction does.
    Immediate(u64),
    /// Bytes at base + displacement.
    Memory {
        /// The register of the address.
        base: Register,
        /// What is added.
        displacement: i64,
        /// The number of bytes.
        size: usize,
        /// Whether one number is read for all lanes.
        broadcast: bool,
    },
    /// Bytes at a fixed address.
    Fixed {
        /// The address in the file.
        address: u64,
        /// The number of bytes.
        size: usize,
        /// Whether one number is read for all lanes.
        broadcast: bool,
    },
}

/// An instruction with its explicit operands; the destination comes first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub mnemonic: Mnemonic,
    /// What it does it to.
    pub operands: Vec<Operand>,
    /// The mask register, if any.
    pub mask: Option<Register>,
}

impl std::fmt::Display for Instruction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.mnemonic)?;
        for operand in &self.operands {
            match operand {
                Operand::Register(register, _) => write!(f, " {register:?}")?,
                Operand::Immediate(value) => write!(f, " {value:#x}")?,
                Operand::Memory { base, displacement, .. } => {
                    write!(f, " [{base:?}{displacement:+}]")?;
                }
                Operand::Fixed { address, .. } => write!(f, " [{address:#x}]")?,
            }
        }
        Ok(())
    }
}

/// An executable file.
#[derive(Debug)]
pub struct Object {
    sections: Vec<Section>,
    symbols: Vec<(String, u64, u64)>,
}

#[derive(Debug)]
struct Section {
    address: u64,
    data: Vec<u8>,
    writable: bool,
    executable: bool,
}

impl Object {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// If it cannot be read or is of another format.
    pub fn read(path: &Path) -> Result<Self, String> {
        let data = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let file = object::File::parse(&*data).map_err(|error| error.to_string())?;
        let mut sections = Vec::new();
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
            if section.address() != 0 {
                sections.push(Section {
                    address: section.address(),
                    data: section.data().map_err(|error| error.to_string())?.to_vec(),
                    writable: sh_flags & u64::from(object::elf::SHF_WRITE) != 0,
                    executable: sh_flags & u64::from(object::elf::SHF_EXECINSTR) != 0,
                });
            }
        }
        let mut symbols: Vec<_> = file
            .symbols()
            .filter(|symbol| symbol.size() != 0)
            .filter_map(|s| Some((s.name().ok()?.to_owned(), s.address(), s.size())))
            .collect();
        symbols.sort();
        Ok(Self { sections, symbols })
    }

    /// The program that is running.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn current() -> Result<Self, String> {
        Self::read(&std::env::current_exe().map_err(|error| error.to_string())?)
    }

    /// The names of all functions and data.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.symbols.iter().map(|(name, ..)| name.as_str())
    }

    fn section(&self, address: u64, size: u64) -> Option<(&Section, &[u8])> {
        self.sections.iter().find_map(|section| {
            let start = usize::try_from(address.checked_sub(section.address)?).ok()?;
            let end = start.checked_add(usize::try_from(size).ok()?)?;
            Some((section, section.data.get(start..end)?))
        })
    }

    /// A number of at most 8 bytes in memory that is never written to.
    #[must_use]
    pub fn constant(&self, address: u64, size: usize) -> Option<u64> {
        let (section, bytes) = self.section(address, size as u64)?;
        let mut word = [0; 8];
        word.get_mut(..size)?.copy_from_slice(bytes);
        (!section.writable).then_some(u64::from_le_bytes(word))
    }

    /// The instructions of a function.
    ///
    /// # Errors
    /// If there is no such symbol or its bytes are no plain instructions.
    pub fn code(&self, name: &str) -> Result<Vec<Instruction>, String> {
        let at = self.symbols.binary_search_by(|(symbol, ..)| symbol.as_str().cmp(name));
        let Ok(at) = at else { return Err(format!("no symbol {name}")) };
        let (_, address, size) = self.symbols[at];
        let Some((section, bytes)) = self.section(address, size) else {
            return Err("code outside of every section".into());
        };
        if !section.executable {
            return Err("not code".into());
        }
        Decoder::with_ip(64, bytes, address, DecoderOptions::NONE)
            .into_iter()
            .map(|decoded| plain(&decoded))
            .collect()
    }
}

/// Drops what the encoding may vary; refuses prefixes and operands that no rule knows.
pub(crate) fn plain(i: &Decoded) -> Result<Instruction, String> {
    if i.is_invalid() || i.has_lock_prefix() || i.has_rep_prefix() || i.has_repne_prefix() {
        return Err(format!("undecodable or prefixed: {:?} at {:#x}", i.mnemonic(), i.ip()));
    }
    if i.segment_prefix() != Register::None || i.zeroing_masking() || i.suppress_all_exceptions() {
        return Err(format!("segment, zeroing or rounding: {:?}", i.mnemonic()));
    }
    let mut operands = Vec::new();
    for index in 0..i.op_count() {
        operands.push(match i.op_kind(index) {
            OpKind::Register => {
                let register = i.op_register(index);
                // The high bytes AH, BH, CH, DH would be taken for low ones.
                if matches!(register, Register::AH | Register::BH | Register::CH | Register::DH) {
                    return Err("high byte register".into());
                }
                Operand::Register(register.full_register(), register.size())
            }
            OpKind::Memory => memory(i)?,
            kind @ (OpKind::Immediate8
            | OpKind::Immediate32
            | OpKind::Immediate64
            | OpKind::Immediate8to64
            | OpKind::Immediate32to64
            | OpKind::Immediate8to32) => {
                let value = i.immediate(index);
                // As wide as the operation.
                let narrow = kind == OpKind::Immediate8to32;
                Operand::Immediate(if narrow { value & 0xffff_ffff } else { value })
            }
            OpKind::NearBranch64 => Operand::Immediate(i.near_branch64()),
            kind => return Err(format!("operand {kind:?} of {:?}", i.mnemonic())),
        });
    }
    let mask = Some(i.op_mask()).filter(|&mask| mask != Register::None);
    Ok(Instruction { mnemonic: i.mnemonic(), operands, mask })
}

fn memory(i: &Decoded) -> Result<Operand, String> {
    let broadcast = i.is_broadcast();
    let size = if broadcast { 8 } else { i.memory_size().size() };
    if i.is_ip_rel_memory_operand() {
        return Ok(Operand::Fixed { address: i.ip_rel_memory_address(), size, broadcast });
    }
    if i.memory_index() != Register::None || i.memory_base().size() != 8 {
        return Err(format!("indexed or absolute address of {:?}", i.mnemonic()));
    }
    let displacement = i.memory_displacement64().cast_signed();
    Ok(Operand::Memory { base: i.memory_base(), displacement, size, broadcast })
}
