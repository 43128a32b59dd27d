//! Help: the common options stand once, in the main help; the help of a command
//! begins with its examples.

use clap::{Args, Command, CommandFactory};

use crate::Cli;
use crate::common::Common;

/// The last line of every command's help.
const COMMON: &str = "Common options (--json, --time, --memory, --threads, ...): see allsmall --help";

/// The command line as it is parsed and explained.
pub(crate) fn command() -> Command {
    Cli::command().mut_subcommands(shortened)
}

/// A command whose help begins with its examples and leaves out the common options.
fn shortened(command: Command) -> Command {
    let common = Common::augment_args(Command::new("common"));
    let hidden: Vec<_> = common.get_arguments().map(|option| option.clone().hide(true)).collect();
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (remarks, examples) = split_examples(&after);
    let template = format!(
        "{{about-with-newline}}\n{examples}{{usage-heading}} {{usage}}\n\n{{all-args}}{{after-help}}",
        examples = if examples.is_empty() { String::new() } else { format!("{examples}\n\n") }
    );
    let remarks = if remarks.is_empty() { COMMON.to_owned() } else { format!("{remarks}\n\n{COMMON}") };
    command.args(hidden).help_template(template).after_help(remarks).mut_subcommands(shortened)
}

/// The remarks and the examples, which come last.
fn split_examples(after: &str) -> (&str, &str) {
    let start = ["Examples:\n", "Example:\n"].iter().find_map(|heading| after.find(heading));
    let (remarks, examples) = after.split_at(start.unwrap_or(after.len()));
    (remarks.trim_end(), examples.trim_end())
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;

    /// Calls `check` with every command and its help.
    fn every_help(command: &mut Command, check: &mut dyn FnMut(&str, &str)) {
        for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
            let help = sub.render_long_help().to_string();
            check(sub.get_name(), &help);
            every_help(sub, check);
        }
    }

    #[test]
    fn common_options_are_explained_once_and_examples_come_first() {
        let mut command = command();
        command.build();
        let main = command.render_long_help().to_string();
        assert!(main.contains("--memory <SIZE>") && main.contains("--threads <N>"), "{main}");
        let (mut commands, mut with_examples) = (0, 0);
        every_help(&mut command, &mut |name, help| {
            assert!(!help.contains("--memory <SIZE>"), "{name}: {help}");
            assert!(help.contains(COMMON), "{name}: {help}");
            commands += 1;
            if let Some(example) = help.find("Example") {
                with_examples += 1;
                assert!(example < help.find("Usage:").expect("a usage line"), "{name}: {help}");
            }
        });
        assert!(commands > 25 && with_examples > 20, "{with_examples} of {commands}");
    }

    #[test]
    fn common_options_are_read_before_and_behind_a_command() {
        for line in [
            &["allsmall", "solve", "xo", "--json", "--threads", "3"][..],
            &["allsmall", "--json", "--threads", "3", "solve", "xo"],
            &["allsmall", "--json", "endgame", "look-up", "xo", "--threads", "3"],
        ] {
            let matches = command().try_get_matches_from(line).expect("a command line");
            let cli = Cli::from_arg_matches(&matches).expect("a command line");
            assert!(cli.common.json && cli.common.threads() == 3, "{line:?}");
        }
    }
}
