//! Which precompile a name or an address means, and which routes it runs on.

use std::fmt::Display;

use gigagas::{Address, CallError, Entry, Fork, PRECOMPILES, Precompile, Routes, Set};

use crate::{
    args::{RulesArgs, SetArgs},
    ui::{Failure, Ui},
};

/// The set that is asked for; Osaka's if none is.
pub(crate) fn set(args: &SetArgs) -> Result<&'static Set, Failure> {
    match (&args.fork, &args.set) {
        (Some(name), _) => Ok(Set::mainnet(fork(name)?)),
        (None, Some(set)) => Set::by_name(set).ok_or_else(|| unknown_set(set)),
        (None, None) => Ok(Set::mainnet(Fork::LATEST)),
    }
}

fn unknown_set(name: &str) -> Failure {
    let forks = Fork::ALL.iter().map(|fork| fork.name());
    let known: Vec<_> = Set::NAMES.iter().copied().chain(forks).collect();
    Failure::usage(format!("no set {name:?}; sets: {}", known.join(", ")))
}

/// What is to be called.
#[derive(Debug)]
pub(crate) struct Target {
    /// Precompile, price, limits.
    pub(crate) entry: Entry,
    /// The set's name.
    pub(crate) set: &'static str,
    /// Whether the set has it; else `entry.address` means nothing.
    pub(crate) placed: bool,
}

impl Target {
    /// The address, if it has one.
    pub(crate) fn address(&self) -> Option<String> {
        self.placed.then(|| self.entry.address.to_string())
    }

    /// What to know about a precompile that the set does not have.
    pub(crate) fn remark(&self) -> Option<String> {
        let Precompile { name, specs, .. } = self.entry.precompile;
        (!self.placed).then(|| {
            let specs = specs.join(", ");
            format!(
                "{name} has no address in {}; priced as its specification says ({specs})",
                self.set
            )
        })
    }

    /// Says it to the user.
    pub(crate) fn tell_remark(&self, ui: &mut Ui) {
        if let Some(remark) = self.remark().filter(|_| !ui.json) {
            ui.note(&remark);
        }
    }
}

/// Finds a precompile by address (`0x...`), name or alias.
pub(crate) fn find(text: &str, args: &SetArgs) -> Result<Target, Failure> {
    let set = set(args)?;
    if text.starts_with("0x") || text.starts_with("0X") {
        let address: Address =
            text.parse().map_err(|e| Failure::usage(format!("{text:?}: {e}")))?;
        return match set.entry(&address) {
            Ok(&entry) => Ok(Target { entry, set: set.name(), placed: true }),
            Err(error) => Err(Failure::usage(absent(set, &error))),
        };
    }
    let precompile = Precompile::by_name(text).ok_or_else(|| unknown_name(text, set))?;
    Ok(by_precompile(precompile, set))
}

/// The precompile where the set has it, or else at its newest price.
pub(crate) fn by_precompile(precompile: &'static Precompile, set: &'static Set) -> Target {
    let placed = set.entries().iter().find(|entry| std::ptr::eq(entry.precompile, precompile));
    let entry = placed.copied().unwrap_or_else(|| {
        let nowhere = Address::from_low(0);
        let with = set.to_builder().put(nowhere, precompile).build();
        *with.get(&nowhere).expect("it was just put there")
    });
    Target { entry, set: set.name(), placed: placed.is_some() }
}

fn absent(set: &Set, error: &CallError) -> String {
    let addresses: Vec<_> = set.entries().iter().map(|entry| entry.address.to_string()).collect();
    format!("{error} in {}; addresses: {}", set.name(), addresses.join(", "))
}

/// What the user asks for of the rules: a fork, a set, precompiles at addresses.
pub(crate) struct Wanted {
    pub(crate) fork: Option<Fork>,
    pub(crate) set: Option<&'static Set>,
    pub(crate) at: Vec<(Address, &'static Precompile)>,
}

impl Wanted {
    pub(crate) fn read(args: &RulesArgs) -> Result<Self, Failure> {
        let set_by_name = |name: &String| set(&SetArgs { fork: None, set: Some(name.clone()) });
        Ok(Self {
            fork: args.fork.as_deref().map(fork).transpose()?,
            set: args.set.as_ref().map(set_by_name).transpose()?,
            at: args.at.iter().map(|text| placed(text)).collect::<Result<_, _>>()?,
        })
    }
}

/// A fork by name.
pub(crate) fn fork(name: &str) -> Result<Fork, Failure> {
    name.parse().map_err(|unknown| Failure::usage(format!("{name:?}: {unknown}")))
}

/// `ADDR=NAME`.
fn placed(text: &str) -> Result<(Address, &'static Precompile), Failure> {
    let wrong = |part: &str, why: &dyn Display| Failure::usage(format!("--at {part:?}: {why}"));
    let (address, name) =
        text.split_once('=').ok_or_else(|| wrong(text, &"ADDR=NAME is expected"))?;
    let parsed = address.parse().map_err(|error| wrong(address, &error))?;
    let unknown = || unknown_name(name, Set::mainnet(Fork::LATEST));
    Ok((parsed, Precompile::by_name(name).ok_or_else(unknown)?))
}

/// Says which names there are.
fn unknown_name(text: &str, set: &Set) -> Failure {
    if let Some((address, name)) =
        set.not_offered().find(|(_, name)| name.eq_ignore_ascii_case(text))
    {
        return Failure::usage(format!(
            "{name} at {address} of {} is not offered here",
            set.name()
        ));
    }
    let names: Vec<_> = PRECOMPILES.iter().map(|precompile| precompile.name).collect();
    Failure::usage(format!("no precompile {text:?}; names: {}", names.join(", ")))
}

/// The routes of the process, with the backend that is asked for.
pub(crate) fn routes(backend: Option<&str>, precompile: &Precompile) -> Result<Routes, Failure> {
    let mut routes = *Routes::active().map_err(Failure::usage)?;
    let Some(backend) = backend else { return Ok(routes) };
    if backend.contains('=') || backend == "portable" {
        return routes.with(backend).map_err(Failure::usage);
    }
    let mut found = false;
    for operation in
        precompile.operations.iter().filter(|op| Routes::choices(op).contains(&backend))
    {
        routes = routes.with(&format!("{operation}={backend}")).map_err(Failure::usage)?;
        found = true;
    }
    if found { Ok(routes) } else { Err(unknown_backend(backend, precompile)) }
}

fn unknown_backend(backend: &str, precompile: &Precompile) -> Failure {
    let choices: Vec<_> = precompile
        .operations
        .iter()
        .map(|operation| format!("{operation}: {}", Routes::choices(operation).join(", ")))
        .collect();
    Failure::usage(format!(
        "no backend {backend:?} for {} in this build on this CPU; choices: {}",
        precompile.name,
        choices.join("; ")
    ))
}
