//! The verdicts, for people and for scripts.

use super::point::{Finding, Group, PointLevel, PointResult};
use super::subject::{Exchange, Subject};
use serde_json::{Value, json};
use std::io::{self, Write};
use tengen_core::printable;

/// Bytes of what was said that are worth showing.
const SHOWN: usize = 160;

/// Exchanges that are worth showing, up to the one that tells.
const LAST: usize = 3;

/// Writes verdicts: as text while they come, as JSON in the end.
pub struct Report<'a> {
    json: bool,
    output: &'a mut dyn Write,
    engine: String,
    name: String,
    version: String,
    game: Option<String>,
    group: &'static str,
    /// Width of the points' names.
    width: usize,
    findings: Vec<Finding>,
}

impl<'a> Report<'a> {
    /// A report on an engine that has introduced itself, whose findings are of these groups.
    pub fn new(engine: &str, subject: &Subject<'_>, groups: &[Group], json: bool, output: &'a mut dyn Write) -> Self {
        let names = groups.iter().flat_map(|group| group.points).map(|point| point.name.len());
        Self {
            json,
            output,
            engine: engine.to_owned(),
            name: subject.name.clone(),
            version: subject.version.clone(),
            game: subject.rules.as_ref().map(|rules| rules.variant.game.clone()),
            group: "",
            width: names.max().unwrap_or(0),
            findings: Vec::new(),
        }
    }

    /// Says who is judged.
    pub fn begin(&mut self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let rules = self.game.as_ref().map_or("no rules to judge by; --game names the game".to_owned(), |game| {
            format!("judged by the rules of {game}")
        });
        writeln!(self.output, "{} {}: {rules}", printable::line(&self.name), printable::line(&self.version))
    }

    /// One more verdict.
    pub fn add(&mut self, finding: Finding) -> io::Result<()> {
        if !self.json {
            self.write(&finding)?;
        }
        self.findings.push(finding);
        Ok(())
    }

    fn write(&mut self, finding: &Finding) -> io::Result<()> {
        if self.group != finding.group {
            self.group = finding.group;
            writeln!(self.output, "\n{}", finding.group)?;
        }
        let (point, width) = (finding.point, self.width);
        match &finding.verdict {
            PointResult::Pass => writeln!(self.output, "  pass  {:8}  {}", point.level, point.name),
            PointResult::Skip(why) => writeln!(self.output, "  skip  {:8}  {:width$}  {why}", point.level, point.name),
            PointResult::Fail(expected) => {
                let verdict = if point.level == PointLevel::Required { "FAIL" } else { "warn" };
                writeln!(self.output, "  {verdict}  {:8}  {:width$}  {}", point.level, point.name, point.why)?;
                let before = finding.exchanges.len().saturating_sub(LAST);
                for Exchange { sent, received, closed } in &finding.exchanges[before..] {
                    let end = if *closed { " and the end of input" } else { "" };
                    writeln!(self.output, "        sent      {}{end}", quoted(sent))?;
                    writeln!(self.output, "        received  {}", quoted(received))?;
                }
                writeln!(self.output, "        expected  {expected}")
            }
        }
    }

    /// Sums up.
    pub fn end(self) -> io::Result<()> {
        let count = |is: &dyn Fn(&Finding) -> bool| self.findings.iter().filter(|finding| is(finding)).count();
        let failed =
            |finding: &Finding, level| matches!(finding.verdict, PointResult::Fail(_)) && finding.point.level == level;
        let passed = count(&|finding| finding.verdict == PointResult::Pass);
        let skipped = count(&|finding| matches!(finding.verdict, PointResult::Skip(_)));
        let [required, expected, hints] = [PointLevel::Required, PointLevel::Expected, PointLevel::Hint]
            .map(|level| count(&|finding| failed(finding, level)));
        if !self.json {
            return writeln!(
                self.output,
                "\n{} points: {passed} passed, {required} failed, {} warnings ({expected} expected, {hints} hints), {skipped} skipped",
                self.findings.len(),
                expected + hints,
            );
        }
        let points: Vec<_> = self.findings.iter().map(value).collect();
        let warned = json!({"expected": expected, "hint": hints});
        let report = json!({
            "engine": self.engine, "name": self.name, "version": self.version, "game": self.game,
            "passed": passed, "failed": required, "warned": warned, "skipped": skipped, "points": points,
        });
        writeln!(self.output, "{report}")
    }
}

fn value(finding: &Finding) -> Value {
    let point = finding.point;
    let (verdict, detail) = match &finding.verdict {
        PointResult::Pass => ("pass", None),
        PointResult::Fail(expected) if point.level == PointLevel::Required => ("fail", Some(("expected", expected))),
        PointResult::Fail(expected) => ("warn", Some(("expected", expected))),
        PointResult::Skip(why) => ("skip", Some(("reason", why))),
    };
    let mut value = json!({
        "group": finding.group, "point": point.name, "level": point.level, "why": point.why, "verdict": verdict,
    });
    if let Some((key, text)) = detail {
        value[key] = json!(text);
    }
    if matches!(finding.verdict, PointResult::Fail(_)) {
        value["exchanges"] = finding.exchanges.iter().map(exchange).collect();
    }
    value
}

fn exchange(exchange: &Exchange) -> Value {
    let text = |bytes| String::from_utf8_lossy(bytes);
    json!({"sent": text(&exchange.sent), "received": text(&exchange.received), "closed": exchange.closed})
}

/// Bytes as a programmer writes them; the middle of many is left out.
fn quoted(bytes: &[u8]) -> String {
    if bytes.len() <= SHOWN {
        return format!("\"{}\"", bytes.escape_ascii());
    }
    let (first, last) = (&bytes[..SHOWN / 2], &bytes[bytes.len() - SHOWN / 2..]);
    format!("\"{}\" ... \"{}\"", first.escape_ascii(), last.escape_ascii())
}
