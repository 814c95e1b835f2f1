//! What an input consists of, as data: the parser, `encode` and `decode` read the same tables.

/// A field of fixed length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Name, unique within a precompile.
    pub name: &'static str,
    /// Length in bytes.
    pub len: usize,
    /// What it holds, in a few words.
    pub about: &'static str,
}

/// The fields of an input, in order: `head` once, `item` repeated, then `tail`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Fields that stand once, at the start.
    pub head: &'static [Field],
    /// Fields of an item that may be repeated; empty if there are none.
    pub item: &'static [Field],
    /// What an item is called: `pair`, `term`; empty if there are none.
    pub item_name: &'static str,
    /// What follows.
    pub tail: Tail,
    /// How inputs of other lengths are treated.
    pub other_lengths: OtherLengths,
}

/// The end of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    None,
    /// All remaining bytes are one field of this name.
    Bytes(&'static str),
    /// Fields of these names whose lengths are the integers in `head`, in the same order.
    Sized(&'static [&'static str]),
}

/// What becomes of an input that is shorter or longer than its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherLengths {
    /// Missing bytes read as zero and bytes past the end are ignored.
    ZeroExtended,
    /// The call halts.
    Halt,
    /// The call succeeds with the negative answer (empty, or the number 1).
    Negative,
}

/// Shorthand for a field.
pub(crate) const fn field(name: &'static str, len: usize, about: &'static str) -> Field {
    Field { name, len, about }
}

impl Layout {
    /// Fields that stand once and nothing else.
    pub(crate) const fn fixed(head: &'static [Field], other_lengths: OtherLengths) -> Self {
        Self { head, item: &[], item_name: "", tail: Tail::None, other_lengths }
    }

    /// Repeated items and nothing else.
    pub(crate) const fn items(item_name: &'static str, item: &'static [Field]) -> Self {
        Self { head: &[], item, item_name, tail: Tail::None, other_lengths: OtherLengths::Halt }
    }

    /// `head`, then everything else as one field.
    pub(crate) const fn bytes(
        head: &'static [Field],
        tail: &'static str,
        other_lengths: OtherLengths,
    ) -> Self {
        Self { head, item: &[], item_name: "", tail: Tail::Bytes(tail), other_lengths }
    }

    /// Length of `head` in bytes.
    #[must_use]
    pub fn head_len(&self) -> usize {
        self.head.iter().map(|field| field.len).sum()
    }

    /// Length of one item in bytes; 0 if there are none.
    #[must_use]
    pub fn item_len(&self) -> usize {
        self.item.iter().map(|field| field.len).sum()
    }
}
