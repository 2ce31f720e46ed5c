import { formatCount } from "../format-count.ts";
import type { Diagnosis } from "./doctor.ts";
import type { Finding } from "./finding.ts";

const column = 22;

const width = 100;

const signs = { ok: "✓", warning: "!", error: "✗" } as const;

/** A finding as a row: what was seen, how sure that is, the call that shows it, and how the gateway deals with it. */
export function formatFinding(finding: Finding, call: string | null): string {
  const { id, status, detail, hint, certainty } = finding;
  const source = call === null ? `[${certainty}]` : `[${certainty}: ${call}]`;
  const [first = "", ...rest] = wrap([...detail.split(" "), source]);
  const lines = hint === null ? rest : [...rest, ...wrap(`→ ${hint}`.split(" "))];
  const head = `${signs[status]} ${id.padEnd(column - 2)}${first}`;
  return `${[head, ...lines.map((line) => " ".repeat(column) + line)].join("\n")}\n`;
}

/** The end of the report: the settings to copy, how to repeat a call, and the summary as the last line. */
export function formatEnd(diagnosis: Diagnosis, example: string): string {
  const { outcome, settings } = diagnosis;
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoteForEnv(value)}`);
  const block = `\nSettings that fit, for a file .env in the gateway's working directory:\n\n${lines.join("\n")}\n`;
  const how = `\nTo see a response for yourself, with the key in $TAPGRAPH_KEY (--json has such a command for each finding):\n\n${example}\n`;
  return `${outcome === "works" ? block + how : ""}\n${formatSummary(diagnosis)}\n`;
}

/** One line that says whether tapgraph works with the registry. */
export function formatSummary({ outcome, findings, calls }: Diagnosis): string {
  const made = formatCount(calls, "call");
  const warnings = findings.filter(({ status }) => status === "warning").length;
  const errors = findings.filter(({ status }) => status === "error");
  switch (outcome) {
    case "works":
      return warnings === 0
        ? `tapgraph works with this registry. (${made})`
        : `tapgraph works with this registry; ${formatCount(warnings, "thing")} to know, marked "!". (${made})`;
    case "cannot-work":
      return `tapgraph cannot work with this registry: ${errors[0]?.detail ?? ""} (${made})`;
    case "unknown": {
      const [unknown] = findings.filter(
        ({ certainty, status }) => certainty === "unknown" && status === "warning",
      );
      const reason = (errors[0] ?? unknown)?.detail ?? "";
      return `The doctor could not find everything out: ${reason} (${made})`;
    }
    default:
      return outcome satisfies never;
  }
}

export function formatJson({ findings, settings, outcome }: Diagnosis): string {
  return `${JSON.stringify({ ok: outcome === "works", checks: findings, settings }, null, 2)}\n`;
}

/** The exit code: 1 if tapgraph cannot work with the registry, or if there is a warning and warnings are refused; 2 if the doctor could not find out; otherwise 0. */
export function toExitCode(
  { outcome, findings }: Diagnosis,
  warnings: "allowed" | "refused",
): 0 | 1 | 2 {
  if (outcome === "unknown") return 2;
  if (outcome === "cannot-work") return 1;
  const isWarned = findings.some(({ status }) => status === "warning");
  return isWarned && warnings === "refused" ? 1 : 0;
}

function wrap(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width - column) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** Quotes a value that `.env` would cut or split. */
function quoteForEnv(value: string): string {
  if (!/[\s#"'`\\$]/.test(value)) return value;
  const mark = ["'", "`", '"'].find((one) => !value.includes(one)) ?? "'";
  return mark + value + mark;
}
