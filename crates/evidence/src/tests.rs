//! Tests on small programs built by hand.
