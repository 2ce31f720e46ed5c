import { formatCount } from "../format-count.ts";
import { formatCall, toCurl } from "./calls/call.ts";
import type { Diagnosis } from "./doctor.ts";
import type { Finding } from "./finding.ts";
import { createListCall, firstRow, type Visit } from "./visit.ts";

const column = 22;

const width = 100;

const signs = { ok: "✓", warning: "!", error: "✗" } as const;

/** A finding as a row: what was seen, how sure that is, the call that shows it, and how the gateway deals with it. */
export function formatFinding({ id, status, detail, hint, certainty, call }: Finding): string {
  const source = call === undefined ? `[${certainty}]` : `[${certainty}: ${formatCall(call)}]`;
  const [first = "", ...rest] = wrap([...detail.split(" "), source]);
  const lines = hint === undefined ? rest : [...rest, ...wrap(`→ ${hint}`.split(" "))];
  const head = `${signs[status]} ${id.padEnd(column - 2)}${first}`;
  return `${[head, ...lines.map((line) => " ".repeat(column) + line)].join("\n")}\n`;
}

/** The end of the report: the settings to copy, how to repeat a call, and the summary as the last line. */
export function formatEnd(visit: Visit, diagnosis: Diagnosis): string {
  if (diagnosis.outcome !== "works") return `\n${formatSummary(diagnosis)}\n`;
  return `
Settings that fit, for a file .env in the gateway's working directory:

${formatSettings(diagnosis)}

To see a response for yourself, with the key in $TAPGRAPH_KEY (--json has such a command for each finding):

${toCurl(visit.baseUrl, createListCall(visit, "tag", firstRow))}

${formatSummary(diagnosis)}
`;
}

export function formatSettings({ settings }: Pick<Diagnosis, "settings">): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${quoteForEnv(value)}`)
    .join("\n");
}

/** One line that says whether tapgraph works with the registry. */
export function formatSummary({ outcome, findings, calls }: Diagnosis): string {
  const made = formatCount(calls, "call");
  const warnings = findings.filter(({ status }) => status === "warning");
  const [error] = findings.filter(({ status }) => status === "error");
  switch (outcome) {
    case "works":
      return warnings.length === 0
        ? `tapgraph works with this registry. (${made})`
        : `tapgraph works with this registry; ${formatCount(warnings.length, "thing")} to know, marked "!". (${made})`;
    case "cannot-work":
      return `tapgraph cannot work with this registry: ${error?.detail} (${made})`;
    case "unknown": {
      const reason = error ?? warnings.find(({ certainty }) => certainty === "unknown");
      return `The doctor could not find everything out: ${reason?.detail} (${made})`;
    }
    default:
      return outcome satisfies never;
  }
}

export function formatJson({ baseUrl }: Visit, diagnosis: Diagnosis): string {
  const { findings, settings, outcome } = diagnosis;
  const checks = findings.map(({ id, status, detail, hint = null, certainty, call }) => {
    return { id, status, detail, hint, certainty, call: call ? toCurl(baseUrl, call) : null };
  });
  return `${JSON.stringify({ ok: outcome === "works", checks, settings }, null, 2)}\n`;
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
