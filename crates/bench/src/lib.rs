//! A laboratory for verifiers: task sets, runs under limits, judgement, tables and plots.
//!
//! The way of the data: [`task`] collects what to ask, [`plan`] adds whom to ask (each tool an [`adapter`], a data file) and
//! under which limits; [`run`] has every question asked by a [`warden`], a process of its own that measures, stops and
//! cleans up; [`store`] keeps each answer in one file as soon as it is there, so that a run can be killed and resumed;
//! [`verdict`] judges; [`table`], [`export`] and [`page`] show, and [`compare`] sets two runs side by side.
//!
//! Nothing here prints: text goes back to the caller, progress to a callback. Nothing here knows how Aver works: it is run as
//! a program, like its peers.

pub mod adapter;
pub mod compare;
mod definition;
mod error;
pub mod export;
mod header;
pub mod limits;
mod machine;
pub mod page;
pub mod plan;
pub mod run;
mod sample;
mod stale;
pub mod store;
pub mod summary;
pub mod table;
pub mod task;
pub mod verdict;
pub mod warden;

pub use error::Error;
pub use sample::sample;
