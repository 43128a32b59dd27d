//! Every console example in the README, in docs/ and in tests/cmd is run from
//! the root of the project, and prints what it is said to print.

#[test]
fn the_examples_in_the_documentation_are_true() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the root of the project");
    // The user's cache folder is left alone.
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");
    trycmd::TestCases::new()
        .env("XDG_CACHE_HOME", cache)
        .case("README.md")
        .case("docs/*.md")
        .case("docs/lab/*.md")
        .case("crates/allsmall-cli/tests/cmd/*.trycmd");
}
