import { formatCount } from "../format-count.ts";
import { formatCall, toCurl } from "./calls/call.ts";
import type { Diagnosis } from "./doctor.ts";
import type { Finding } from "./finding.ts";
import { createListCall, firstRow, type Visit } from "./visit.ts";

const column = 22;

const width = 100;

const signs = { ok: "✓", warning: "!", error: "✗" } as const;

export function formatFinding({ id, status, detail, hint, certainty, call }: Finding): string {
  const source = call === undefined ? `[${certainty}]` : `[${certainty}: ${formatCall(call)}]`;
  const [first = "", ...rest] = wrap([...detail.split(" "), source]);
  const lines = hint === undefined ? rest : [...rest, ...wrap(`→ ${hint}`.split(" "))];
  const head = `${signs[status]} ${id.padEnd(column - 2)}${first}`;
  return `${[head, ...lines.map((line) => " ".repeat(column) + line)].join("\n")}\n`;
}

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

export function formatSummary({ outcome, findings, calls }: Diagnosis): string {
  const made = formatCount(calls, "call");
  const warnings = findings.filter(({ status }) => status === "warning");
  const error = findings.find(({ status }) => status === "error");
  if (outcome === "cannot-work") {
    return `tapgraph cannot work with this registry: ${error?.detail} (${made})`;
  }
  if (outcome === "unknown") {
    const reason = error ?? warnings.find(({ certainty }) => certainty === "unknown");
    return `The doctor could not find everything out: ${reason?.detail} (${made})`;
  }
  const things = formatCount(warnings.length, "thing");
  const toKnow = warnings.length === 0 ? "" : `; ${things} to know, marked "!"`;
  return `tapgraph works with this registry${toKnow}. (${made})`;
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
