//! Certificates.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum ProofCommand {
    /// Verify a certificate by the rules alone; exit code 1 if it does not hold, 2 if the file is damaged
    Check(ProofCheckArgs),
    /// What a certificate claims
    Info(ProofInfoArgs),
    /// The turn that a certificate states at a position
    Show(ProofShowArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ProofCheckArgs {
    /// The certificate
    pub(crate) file: PathBuf,
    /// Memory for positions: 64MiB, 1GiB; a large certificate is gone through several times if it does not suffice
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = crate::memory::parse_memory)]
    pub(crate) memory: u64,
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
}

#[derive(Args, Debug)]
pub(crate) struct ProofInfoArgs {
    /// The certificate
    pub(crate) file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct ProofShowArgs {
    /// The certificate
    pub(crate) file: PathBuf,
    /// The position; that of the claim without it
    pub(crate) position: Option<String>,
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideArg {
    /// South
    South,
    /// North
    North,
}

/// Where certificates are looked for.
#[derive(Args, Debug)]
pub(crate) struct ProofsArgs {
    /// Ask the certificates (*.sowproof) of this folder, or this one, at every position that they are about; whether they
    /// hold is for `sow proof check` to say
    #[arg(long, value_name = "DIR")]
    pub(crate) proofs: Option<PathBuf>,
}
