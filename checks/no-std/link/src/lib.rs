//! A library that is complete without `std`: it has a panic handler and an allocator of its own. If any
//! dependency brought the standard library in, there would be two panic handlers and no build.

#![no_std]

extern crate alloc;

use core::{
    alloc::{GlobalAlloc, Layout},
    ptr::null_mut,
};

struct NoMemory;

#[global_allocator]
static ALLOCATOR: NoMemory = NoMemory;

// SAFETY: no memory is ever handed out, which a null pointer says.
unsafe impl GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Makes everything reachable.
// SAFETY: no other function of this name is in the library.
#[unsafe(no_mangle)]
pub extern "C" fn gigagas_no_std_check() -> bool {
    gigagas_no_std::first_wrong_answer().is_none()
}
