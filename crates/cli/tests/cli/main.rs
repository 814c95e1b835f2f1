//! The program as people run it.

#[cfg(test)]
mod bench;
#[cfg(test)]
mod codec;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod evm;
#[cfg(test)]
mod list;
#[cfg(test)]
mod program;
#[cfg(test)]
mod run;
#[cfg(test)]
mod serve;
