#![no_main]

gigagas_fuzz::target!();
