//! Limits as users write them: `10s`, `4G`.

use std::time::Duration;

/// Reads a time such as `10s`, `500ms`, `2m` or `1h`; without a unit, seconds.
///
/// # Errors
/// What was expected.
pub fn read_time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit {unit:?}; expected ms, s, m or h, as in 10s")),
    };
    number
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .ok_or_else(|| "expected a number and a unit, as in 10s".to_owned())
}

/// Reads a size such as `512M` or `4G`; without a unit, bytes.
///
/// # Errors
/// What was expected.
pub fn read_memory(text: &str) -> Result<usize, String> {
    let (number, unit) = split_unit(text);
    let bytes = match unit.trim_end_matches("iB").trim_end_matches('B') {
        "" => 1.0,
        "K" | "k" => 1024.0,
        "M" | "m" => 1024.0 * 1024.0,
        "G" | "g" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("unknown unit {unit:?}; expected K, M or G, as in 4G")),
    };
    match number {
        Some(number) if number > 0.0 => Ok((number * bytes) as usize),
        _ => Err("expected a number and a unit, as in 4G".to_owned()),
    }
}

/// Splits a number from the unit behind it.
fn split_unit(text: &str) -> (Option<f64>, &str) {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, unit) = text.split_at(digits);
    (number.parse().ok(), unit.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_their_units() {
        for (text, seconds) in [("10s", 10.0), ("500ms", 0.5), ("2m", 120.0), ("1.5h", 5400.0), ("3", 3.0), ("0s", 0.0)]
        {
            assert_eq!(read_time(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for (text, bytes) in [("64M", 64 << 20), ("2G", 2 << 30), ("1.5K", 1536), ("4GiB", 4 << 30), ("100", 100)] {
            assert_eq!(read_memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "s", "10 years", "-1s", "1e9s", "1.2.3s"] {
            assert!(read_time(text).is_err(), "{text}");
        }
        for text in ["", "M", "0M", "-1M", "5T", "1.2.3M"] {
            assert!(read_memory(text).is_err(), "{text}");
        }
    }
}
