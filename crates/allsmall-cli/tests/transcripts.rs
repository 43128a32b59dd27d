//! Every console example in the README, in docs/ and in tests/cmd is run from
//! the root of the project, and prints what it is said to print.

#[test]
fn the_examples_in_the_documentation_are_true() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the root of the project");
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("crates/allsmall-cli/tests/cmd/*.trycmd");
}
