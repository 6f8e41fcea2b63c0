//! What IC3 over words says of small programs.
