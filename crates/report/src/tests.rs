//! Tests on traces made by hand.
