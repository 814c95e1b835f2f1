//! Time: as a trait, so that tests bring their own.

use std::time;

/// A reading of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instant {
    /// Time that passed for everybody, in ns from an arbitrary start.
    pub wall_ns: u64,
    /// Time that this process ran, all threads together, in ns; None where it cannot be read.
    pub cpu_ns: Option<u64>,
}

/// The time between two readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elapsed {
    /// Time that passed for everybody, in ns.
    pub wall_ns: u64,
    /// Time that this process ran, in ns; None where it cannot be read.
    pub cpu_ns: Option<u64>,
}

impl Elapsed {
    /// The time that counts, in ns: what the process used if that is known, since other programs'
    /// turns on the same core are nobody's work. Threads that an engine starts count in full.
    #[must_use]
    pub fn ns(&self) -> u64 {
        self.cpu_ns.unwrap_or(self.wall_ns)
    }

    /// Whether others had the core for more than 2 % of the time: caches were cold on return.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.cpu_ns.is_some_and(|cpu| self.wall_ns > cpu.saturating_add(cpu / 50 + 10_000))
    }
}

/// Something that tells the time.
pub trait Clock {
    /// The time now.
    fn now(&self) -> Instant;

    /// The time since `start`.
    fn since(&self, start: Instant) -> Elapsed {
        let now = self.now();
        let cpu_ns = now.cpu_ns.zip(start.cpu_ns).map(|(now, start)| now.saturating_sub(start));
        Elapsed { wall_ns: now.wall_ns.saturating_sub(start.wall_ns), cpu_ns }
    }
}

/// The clocks of the operating system.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock {
    start: time::Instant,
}

impl SystemClock {
    /// Starts now.
    #[must_use]
    pub fn new() -> Self {
        Self { start: time::Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        let wall_ns = u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        Instant { wall_ns, cpu_ns: process_cpu_ns() }
    }
}

#[cfg(unix)]
fn process_cpu_ns() -> Option<u64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u64::try_from(time.tv_nsec).ok()?;
    seconds.checked_mul(1_000_000_000)?.checked_add(nanoseconds)
}

#[cfg(not(unix))]
fn process_cpu_ns() -> Option<u64> {
    None
}

/// Keeps this thread, and those that it starts from now on, on one core of this number.
///
/// # Errors
/// If the operating system refuses or has no such call.
pub fn pin_to_core(core: usize) -> std::io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        if core >= rustix::thread::CpuSet::MAX_CPU {
            return Err(std::io::ErrorKind::InvalidInput.into());
        }
        let mut cores = rustix::thread::CpuSet::new();
        cores.set(core);
        Ok(rustix::thread::sched_setaffinity(None, &cores)?)
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    {
        let _ = core;
        Err(std::io::ErrorKind::Unsupported.into())
    }
}
