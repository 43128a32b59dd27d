//! The writer of tables: text, CSV, JSON lines, Markdown or LaTeX.

use std::io::{self, Write};

use super::TableCell;
use crate::cgt::{Style, Values};

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Columns under their names.
    Text,
    /// A header line; commas, quotes where needed (RFC 4180).
    Csv,
    /// One JSON object per line.
    Json,
    /// A JSON array of objects.
    JsonArray,
    /// A Markdown table.
    Markdown,
    /// A LaTeX tabular.
    Latex,
}

/// Maximum bytes of the arena that parses the names of values.
const KEPT: usize = 32 << 20;

/// Number of rows that determine the widths of text columns.
const LOOK_AHEAD: usize = 400;

/// Writes rows in one format.
pub struct TableWriter<W: Write> {
    out: W,
    format: TableFormat,
    header: Vec<String>,
    /// Whether a row has been written.
    begun: bool,
    /// Rows held back until the widths of the columns are known.
    held: Vec<Vec<String>>,
    widths: Option<Vec<usize>>,
    /// Arena in which names of values are parsed, for LaTeX.
    values: Option<Values>,
}

impl<W: Write> TableWriter<W> {
    /// Begins a table with these columns.
    ///
    /// # Errors
    /// The error of the output.
    pub fn new(mut out: W, format: TableFormat, header: Vec<String>) -> io::Result<TableWriter<W>> {
        match format {
            TableFormat::Text => {}
            TableFormat::Json => {}
            TableFormat::JsonArray => write!(out, "[")?,
            TableFormat::Csv => writeln!(out, "{}", header.join(","))?,
            TableFormat::Markdown => {
                writeln!(out, "| {} |", header.join(" | "))?;
                writeln!(out, "|{}", "---|".repeat(header.len()))?;
            }
            TableFormat::Latex => {
                writeln!(out, r"\begin{{tabular}}{{{}}}", "l".repeat(header.len()))?;
                writeln!(out, r"{} \\ \hline", header.join(" & ").replace('_', r"\_"))?;
            }
        }
        let values = (format == TableFormat::Latex).then(Values::new);
        Ok(TableWriter { out, format, header, begun: false, held: Vec::new(), widths: None, values })
    }

    /// Writes a row.
    ///
    /// # Errors
    /// The error of the output.
    pub fn row(&mut self, row: &[TableCell]) -> io::Result<()> {
        let texts = || row.iter().map(ToString::to_string).collect::<Vec<_>>();
        match self.format {
            TableFormat::Text => match &self.widths {
                Some(widths) => line(&mut self.out, &texts(), widths),
                None => {
                    self.held.push(texts());
                    if self.held.len() >= LOOK_AHEAD { self.release() } else { Ok(()) }
                }
            },
            TableFormat::Csv => {
                let quoted: Vec<String> = texts().into_iter().map(quoted).collect();
                writeln!(self.out, "{}", quoted.join(","))
            }
            TableFormat::Json => {
                let object = self.object(row);
                serde_json::to_writer(&mut self.out, &object)?;
                writeln!(self.out)
            }
            TableFormat::JsonArray => {
                writeln!(self.out, "{}", if self.begun { "," } else { "" })?;
                self.begun = true;
                let object = self.object(row);
                Ok(serde_json::to_writer(&mut self.out, &object)?)
            }
            TableFormat::Markdown => {
                let safe: Vec<String> = texts().into_iter().map(|text| text.replace('|', r"\|")).collect();
                writeln!(self.out, "| {} |", safe.join(" | "))
            }
            TableFormat::Latex => {
                let values = &mut self.values;
                if values.as_ref().is_some_and(|values| values.bytes() > KEPT) {
                    *values = Some(Values::new());
                }
                let safe: Vec<String> = row.iter().map(|cell| latex(cell, values.as_mut())).collect();
                writeln!(self.out, r"{} \\", safe.join(" & "))
            }
        }
    }

    fn object(&self, row: &[TableCell]) -> serde_json::Map<String, serde_json::Value> {
        let cells = row.iter().map(|cell| serde_json::to_value(cell).expect("cells are plain"));
        self.header.iter().cloned().zip(cells).collect()
    }

    fn release(&mut self) -> io::Result<()> {
        let header = self.header.clone();
        let widest = |i: usize| {
            let own = std::iter::once(&header).chain(&self.held).map(|row| row[i].chars().count());
            own.max().unwrap_or(0).min(60)
        };
        let widths: Vec<usize> = (0..header.len()).map(widest).collect();
        line(&mut self.out, &header, &widths)?;
        for row in std::mem::take(&mut self.held) {
            line(&mut self.out, &row, &widths)?;
        }
        self.widths = Some(widths);
        Ok(())
    }

    /// Ends the table.
    ///
    /// # Errors
    /// The error of the output.
    pub fn finish(mut self) -> io::Result<W> {
        if self.format == TableFormat::Text && self.widths.is_none() {
            self.release()?;
        }
        match self.format {
            TableFormat::Latex => writeln!(self.out, r"\end{{tabular}}")?,
            TableFormat::JsonArray => writeln!(self.out, "\n]")?,
            _ => {}
        }
        self.out.flush()?;
        Ok(self.out)
    }
}

fn line(out: &mut impl Write, row: &[String], widths: &[usize]) -> io::Result<()> {
    let mut text = String::new();
    for (entry, &width) in row.iter().zip(widths) {
        if !text.is_empty() {
            text += "  ";
        }
        text += entry;
        text.extend(std::iter::repeat_n(' ', width.saturating_sub(entry.chars().count())));
    }
    writeln!(out, "{}", text.trim_end())
}

fn quoted(text: String) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Games in math mode, everything else with special characters escaped.
fn latex(cell: &TableCell, values: Option<&mut Values>) -> String {
    match cell {
        TableCell::Game(_, name) => {
            let written = values.and_then(|values| {
                let v = values.parse(name).ok()?;
                values.name_in(v, Style::Latex, 4 * Values::NAME_LIMIT)
            });
            written.map_or_else(|| latex(&TableCell::Text(name.clone()), None), |name| format!("${name}$"))
        }
        TableCell::Number(n) => format!("${n}$"),
        TableCell::Mean(mean) => format!("${mean}$"),
        TableCell::None => "?".to_owned(),
        TableCell::Text(text) => {
            let mut safe = String::new();
            for c in text.chars() {
                match c {
                    '_' | '&' | '%' | '#' | '$' | '{' | '}' => safe.extend(['\\', c]),
                    '\\' => safe += r"\textbackslash{}",
                    '^' => safe += r"\textasciicircum{}",
                    '~' => safe += r"\textasciitilde{}",
                    c => safe.push(c),
                }
            }
            format!(r"\texttt{{{safe}}}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::Dyadic;

    fn written(format: TableFormat) -> String {
        let mut out = Vec::new();
        let mut writer =
            TableWriter::new(&mut out, format, ["board", "value", "size"].map(str::to_owned).to_vec()).unwrap();
        let game = |name: &str| TableCell::Game(Dyadic::ZERO, name.to_owned());
        writer.row(&[TableCell::Text("xoxo".into()), game("±{*,^}"), TableCell::Number(5)]).unwrap();
        writer.row(&[TableCell::Text("a_b".into()), game("{0||0|v}"), TableCell::None]).unwrap();
        writer.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_format_keeps_its_own_rules() {
        assert_eq!(written(TableFormat::Text), "board  value     size\nxoxo   ±{*,^}    5\na_b    {0||0|v}  ?\n");
        assert_eq!(written(TableFormat::Csv), "board,value,size\nxoxo,\"±{*,^}\",5\na_b,{0||0|v},?\n");
        assert_eq!(
            written(TableFormat::Json),
            "{\"board\":\"xoxo\",\"value\":\"±{*,^}\",\"size\":5}\n{\"board\":\"a_b\",\"value\":\"{0||0|v}\",\"size\":null}\n"
        );
        assert_eq!(
            written(TableFormat::Markdown),
            "| board | value | size |\n|---|---|---|\n| xoxo | ±{*,^} | 5 |\n| a_b | {0\\|\\|0\\|v} | ? |\n"
        );
        let latex = written(TableFormat::Latex);
        // Formulas are those of canonical forms: {0||0|v} is up.
        assert!(latex.contains(r"\texttt{a\_b} & $\uparrow$ & ? \\"), "{latex}");
    }

    #[test]
    fn values_of_rows_long_written_are_forgotten() {
        let mut writer = TableWriter::new(io::sink(), TableFormat::Latex, vec!["value".to_owned()]).unwrap();
        let (mut row, mut most, mut fell) = (0, 0, false);
        while !fell {
            row += 1;
            assert!(row < 5_000, "{most} bytes after {row} rows");
            writer.row(&[TableCell::Game(Dyadic::ZERO, format!("^1000*{row}"))]).unwrap();
            let bytes = writer.values.as_ref().unwrap().bytes();
            fell = bytes < most;
            most = most.max(bytes);
        }
        assert!(most < 2 * KEPT, "{most} bytes");
    }
}
