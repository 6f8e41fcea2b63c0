//! What explicit-value analysis proves, and where it stops.
