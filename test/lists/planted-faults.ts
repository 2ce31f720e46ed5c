/*
 * Plants faults into copies of the gateway, one at a time, and reports after how many scenarios, or by which other tests, each is found. Run it by hand, after
 * the reading of lists has changed:
 *
 *     npm run planted-faults              all faults
 *     npm run planted-faults -- seam      those whose name has this word
 *
 * A fault is a text of `src`, or several, and what takes their place. A text that is not found, or found more than once, ends the
 * program before anything runs: then the code has changed, and the fault must be pointed at the new code.
 */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

interface Replacement {
  readonly file: string;
  readonly replace: string;
  readonly by: string;
}

interface PlantedFault {
  readonly name: string;
  readonly replacements: readonly Replacement[];
  /** `still`: it shows already in registries that are sane and still. @default "all" */
  readonly kinds?: "all" | "still";
  /** What finds it, if it is too rare among the scenarios. @default the scenarios of `test/lists` */
  readonly tests?: string;
}

const verdicts = "src/gateway/list/pages/verdicts.ts";
const runBuilder = "src/gateway/list/pages/run-builder.ts";
const connection = "src/gateway/list/relay/connection.ts";

const faults: readonly PlantedFault[] = [
  {
    name: "the longest page ever seen decides where a list ends, whatever the envelope says",
    replacements: [
      {
        file: verdicts,
        replace: `if (rows.length >= limit) return isPageBefore ? "ends" : "continues";
  if (isCountedEnd) return "ends";`,
        by: `const seen: { longest?: number } = learned;
  seen.longest = Math.max(seen.longest ?? 0, rows.length);
  if (isPageBefore || isCountedEnd) return "ends";
  if (rows.length > 0) return rows.length === seen.longest ? "continues" : "ends";`,
      },
    ],
  },
  {
    name: "any id that two pages share joins them, and all between is dropped",
    replacements: [
      {
        file: verdicts,
        replace: "const groups = groupByOffset(source, run, part);",
        by: `for (const [inRun, row] of [...run.rows.entries()].reverse()) {
    const id = source.idOf(row);
    const inPart = part.rows.findIndex((other) => id !== null && source.idOf(other) === id);
    if (inPart >= 0) return { inRun, inPart, shift: 0 };
  }
  const groups = groupByOffset(source, run, part);`,
      },
      {
        file: runBuilder,
        replace: "const tail = this.rows.splice(Math.max(inRun - inPart, 0));",
        by: `if (inRun >= 0) {
      this.rows.length = inRun + 1;
      this.rows.push(...part.rows.slice(inPart + 1));
      this.count = part.count;
      this.#endWith(part);
      return;
    }
    const tail = this.rows.splice(Math.max(inRun - inPart, 0));`,
      },
    ],
  },
  {
    name: "one shared row is a seam, however far it moved",
    replacements: [
      {
        file: verdicts,
        replace:
          "return size >= 1 + 2 * unexplained + (hasMoved || run.slack + part.slack > 1 ? 1 : 0);",
        by: "return unexplained >= 0 && size >= (hasMoved ? 1 : 1);",
      },
    ],
    tests: "test/gateway/list/pages/verdicts.test.ts",
  },
  {
    name: "pages without a seam are joined by position",
    replacements: [
      {
        file: runBuilder,
        replace: "return part.start === run.end && !canOverlap(this.reader, run.end);",
        by: "return part.start <= run.end && part.end > run.end;",
      },
      { file: runBuilder, replace: "this.isTorn ||= !isVacantSeam;", by: "" },
    ],
  },
  {
    name: "a row behind each seam is dropped",
    replacements: [
      {
        file: runBuilder,
        replace: "for (const row of rows) this.rows.push(row);",
        by: "for (const [index, row] of rows.entries()) if (index !== tail.length) this.rows.push(row);",
      },
    ],
    kinds: "still",
  },
  {
    name: "a short page ends the list, whatever its envelope says",
    replacements: [
      {
        file: verdicts,
        replace: 'return isPastEnd && isLastByNumber ? "ends" : "unclear";',
        by: 'return "ends";',
      },
    ],
  },
  {
    name: "an empty page ends the list, whatever its envelope says",
    replacements: [
      {
        file: verdicts,
        replace: 'return isPastEnd && isLastByNumber ? "ends" : "unclear";',
        by: 'return isPastEnd || rows.length === 0 ? "ends" : "unclear";',
      },
    ],
    tests: "test/gateway/list/pages/verdicts.test.ts",
  },
  {
    name: "a hidden row is taken for the list's end",
    replacements: [
      {
        file: "src/gateway/list/pages/page-inquiry.ts",
        replace:
          "return isRejected ? this.#reject(page) : this.#confirm(page, () => this.#settleHidden(page));",
        by: "return isRejected ? this.#reject(page) : toPart(this.#learned, page, true);",
      },
    ],
  },
  {
    name: "a torn run passes for a whole list",
    replacements: [
      {
        file: verdicts,
        replace:
          "if (run.isTorn) return verdict(!hasMoved && missing === 0 && haveDistinctIds(source, rows));",
        by: "if (run.isTorn) return verdict(true);",
      },
    ],
  },
  {
    name: "rows count as hidden after a single reading",
    replacements: [
      {
        file: verdicts,
        replace: "const areHidden = missing === learned.hiddenRows || isHiddenAgain;",
        by: "const areHidden = missing !== learned.hiddenRows || !isHiddenAgain;",
      },
    ],
  },
  {
    name: "a record that moved to a page read before is not missed",
    replacements: [
      {
        file: verdicts,
        replace: "if (!cameShort) return verdict(false);",
        by: "if (!cameShort) return verdict(missing === 1);",
      },
    ],
    tests: "test/gateway/list/pages/moving-list.test.ts",
  },
  {
    name: "a list that is not whole proves that a record is absent",
    replacements: [
      {
        file: "src/gateway/list/records/record-finder.ts",
        replace: "if (found || isWhole) return found ?? null;",
        by: "if (isWhole !== undefined) return found ?? null;",
      },
      {
        file: "src/gateway/resolvers/search/incomplete.ts",
        replace: "if (incomplete === null) return null;",
        by: "if (incomplete !== undefined) return null;",
      },
    ],
  },
  {
    name: "the count is believed before anything has confirmed it",
    replacements: [
      {
        file: connection,
        replace: "if (learned.isCountTrue && count !== null && !isInDoubt)",
        by: "if (count !== null && !isInDoubt)",
      },
    ],
  },
  {
    name: "a drift is not told",
    replacements: [
      {
        file: connection,
        replace: "warnings: isDrifted ? [driftWarning] : [],",
        by: "warnings: [],",
      },
    ],
  },
  {
    name: "a page that fails is taken for one past the end",
    replacements: [
      {
        file: "src/gateway/list/records/record-list.ts",
        replace: "if (mayBePastEnd(error) && request.page > 1)",
        by: "if (request.page > 1)",
      },
    ],
  },
  {
    name: "a cursor stands one row too far",
    replacements: [
      {
        file: "src/gateway/list/relay/place.ts",
        replace: 'return { index: side === "after" ? ownRow + 1 : ownRow, isSure: true };',
        by: 'return { index: side === "after" ? ownRow + 2 : ownRow, isSure: true };',
      },
    ],
    kinds: "still",
  },
  {
    name: "a page that reaches the end says that more follows",
    replacements: [
      {
        file: connection,
        replace: "hasNextPage: to < rows.length || !run.isLast,",
        by: "hasNextPage: to <= rows.length,",
      },
    ],
    kinds: "still",
  },
  {
    name: "removals are told from a list that is not whole",
    replacements: [
      {
        file: "src/gateway/list/changes/lists/followed-list.ts",
        replace: "if (!this.#isCurrent) return;",
        by: "",
      },
    ],
    tests: "test/gateway/list/changes/incomplete.test.ts",
  },
  {
    name: "a removed record is not told",
    replacements: [
      {
        file: "src/gateway/list/changes/lists/compare.ts",
        replace: "await visitAll(before.values(), findRemoval, pause);",
        by: "await visitAll([], findRemoval, pause);",
      },
    ],
  },
];

const numRuns = 2000;
const root = join(import.meta.dirname, "../..");
const word = process.argv[2] ?? "";

const chosen = faults.filter(({ name }) => name.includes(word));
const stale = await findStale(faults);
if (stale.length > 0) throw new Error(`point these at the code as it is now:\n${stale.join("\n")}`);
// A fault that is there without being planted would be found in place of the planted ones, so its scenarios are left out.
const known = new Map<string, string>();
const ofScenarios = chosen.filter(({ tests }) => tests === undefined);
for (const kinds of new Set(ofScenarios.map((fault) => fault.kinds ?? "all"))) {
  const output = await tryCopy(null, { LIST_KINDS: kinds, LIST_MODE: "survey" });
  const faulty = /scenarios with faults: (\S+)/.exec(output)?.[1];
  if (faulty === undefined) throw new Error(`the tests did not run:\n${output}`);
  known.set(kinds, faulty === "none" ? "" : faulty);
  console.info(`without a planted fault (${kinds}), scenarios with faults: ${faulty}`);
}
for (const fault of chosen) {
  const kinds = fault.kinds ?? "all";
  const skipped = known.get(kinds) ?? "";
  const settings = { LIST_KINDS: kinds, LIST_MODE: "first", LIST_SKIP: skipped };
  console.info(`${fault.name}: ${resultOf(await tryCopy(fault, settings))}`);
}

/** The texts that do not occur exactly once, with their faults. */
async function findStale(planted: readonly PlantedFault[]): Promise<readonly string[]> {
  const found = planted.map(async ({ name, replacements }) => {
    const texts = replacements.map(async ({ file, replace }) => {
      const source = await readFile(join(root, file), "utf8");
      const times = source.split(replace).length - 1;
      return times === 1 ? [] : [`"${name}" (${times} times in ${file}): ${replace}`];
    });
    return (await Promise.all(texts)).flat();
  });
  return (await Promise.all(found)).flat();
}

/** Tries the scenarios on a copy, and returns what the tests printed. */
async function tryCopy(
  fault: PlantedFault | null,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "planted-"));
  try {
    for (const name of ["src", "schema", "test", "package.json", "tsconfig.json"]) {
      await cp(join(root, name), join(copy, name), {
        recursive: true,
        filter: (path) => !path.includes("node_modules"),
      });
    }
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    if (fault) await plant(copy, fault);
    return await runTests(copy, fault?.tests ?? "test/lists", settings);
  } finally {
    await rm(copy, { recursive: true });
  }
}

async function plant(copy: string, { replacements }: PlantedFault): Promise<void> {
  for (const { file, replace, by } of replacements) {
    const path = join(copy, file);
    const source = await readFile(path, "utf8");
    await writeFile(
      path,
      source.replace(replace, () => by),
    );
  }
}

async function runTests(
  copy: string,
  tests: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const runner = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [runner, "run", "--config", "test/vitest.config.ts", tests],
    {
      cwd: copy,
      env: { ...process.env, NO_COLOR: "1", LIST_RUNS: String(numRuns), ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return output + errors;
}

/** What the tests found, in one line. */
function resultOf(output: string): string {
  const runs = /Property failed after (\d+) tests/.exec(output)?.[1];
  const [failed] = /Tests {2}\d+ failed.*/.exec(output) ?? [];
  if (runs !== undefined) {
    const what = /AssertionError: (.*?) in \{/.exec(output)?.[1]?.split(",") ?? [];
    return `found after ${runs} scenarios${what.length > 0 ? ` (${[...new Set(what)].join(", ")})` : ""}`;
  }
  if (failed !== undefined) return `found (${failed})`;
  if (/Tests {2}1 passed/.test(output)) return `nothing found in ${numRuns} scenarios`;
  throw new Error(`the tests did not run:\n${output}`);
}
