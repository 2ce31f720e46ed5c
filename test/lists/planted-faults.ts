/*
 * Plants faults into copies of the gateway, one at a time, and reports after how many scenarios each is found. Run it by hand, after
 * the reading of lists has changed:
 *
 *     npm run planted-faults              all faults
 *     npm run planted-faults -- seam      those whose name has this word
 *
 * A fault is a text of `src`, and what takes its place. A text that is not found, or found more than once, ends the program: then
 * the code has changed, and the fault must be pointed at the new code.
 */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

interface PlantedFault {
  readonly name: string;
  readonly file: string;
  readonly replace: string;
  readonly by: string;
  /** `still`: it shows already in registries that are sane and still. @default "all" */
  readonly kinds?: "all" | "still";
}

const faults: readonly PlantedFault[] = [
  {
    name: "a short page ends the list, whatever its envelope says",
    file: "src/paging/placed-page.ts",
    replace: 'return rows.length === 0 || isCountedEnd ? "ends" : "unclear";',
    by: 'return "ends";',
  },
  {
    name: "a full page ends the list",
    file: "src/paging/placed-page.ts",
    replace: 'if (!isShort) return "continues";',
    by: 'if (!isShort) return "ends";',
    kinds: "still",
  },
  {
    name: "a row behind each seam is dropped",
    file: "src/paging/run-builder.ts",
    replace: "growable.append(inRun + 1, part, inPart + 1);",
    by: "growable.append(inRun + 1, part, inPart + 2);",
    kinds: "still",
  },
  {
    name: "pages without a seam are joined by position",
    file: "src/paging/run-builder.ts",
    replace: "return part.start === run.end && !canOverlap(this.reader, run.end);",
    by: "return part.start === run.end;",
  },
  {
    name: "a torn run passes for a whole list",
    file: "src/snapshots/reading/read-whole-list.ts",
    replace: "return equalsEveryCount(rows.length, this.pages.keys()) && haveDistinctIds(rows);",
    by: "return rows.length >= 0;",
  },
  {
    name: "a torn list proves that a record is absent",
    file: "src/upstream/loading/listing.ts",
    replace: "this.isTorn = !isLast || (isTorn && !areCounted);",
    by: "this.isTorn = !isLast && isTorn && !areCounted;",
  },
  {
    name: "the count is believed before anything has confirmed it",
    file: "src/connection/connection.ts",
    replace: "if (learned.isCountTrue && learned.count !== null) return learned.count;",
    by: "if (learned.count !== null) return learned.count;",
  },
  {
    name: "a cursor stands one row too far",
    file: "src/connection/place.ts",
    replace: 'return { index: side === "after" ? ownRow + 1 : ownRow, isSure: true };',
    by: 'return { index: side === "after" ? ownRow + 2 : ownRow, isSure: true };',
    kinds: "still",
  },
  {
    name: "a page that reaches the end says that more follows",
    file: "src/connection/connection.ts",
    replace: "hasNextPage: to < run.rows.length || !run.isLast,",
    by: "hasNextPage: to <= run.rows.length,",
    kinds: "still",
  },
  {
    name: "a drift is not told",
    file: "src/connection/connection.ts",
    replace: "warnings: isDrifted ? [driftWarning] : [],",
    by: "warnings: [],",
  },
  {
    name: "a removed record is not told",
    file: "src/changes/lists/compare.ts",
    replace: "await visitAll(before.values(), findRemoval, pause);",
    by: "await visitAll([], findRemoval, pause);",
  },
];

const numRuns = 2000;
const root = join(import.meta.dirname, "../..");
const word = process.argv[2] ?? "";

const chosen = faults.filter(({ name }) => name.includes(word));
// A fault that is there without being planted would be found in place of the planted ones.
for (const kinds of new Set(chosen.map((fault) => fault.kinds ?? "all"))) {
  console.info(`without a planted fault (${kinds}): ${await tryCopy(null, kinds)}`);
}
for (const fault of chosen) {
  console.info(`${fault.name}: ${await tryCopy(fault, fault.kinds ?? "all")}`);
}

/** Tries the scenarios on a copy, and says what was found. */
async function tryCopy(fault: PlantedFault | null, kinds: "all" | "still"): Promise<string> {
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
    return await runScenarios(copy, kinds);
  } finally {
    await rm(copy, { recursive: true });
  }
}

async function plant(copy: string, { name, file, replace, by }: PlantedFault): Promise<void> {
  const path = join(copy, file);
  const source = await readFile(path, "utf8");
  const found = source.split(replace).length - 1;
  if (found !== 1) throw new Error(`"${name}": the text occurs ${found} times in ${file}`);
  await writeFile(
    path,
    source.replace(replace, () => by),
  );
}

async function runScenarios(copy: string, kinds: "all" | "still"): Promise<string> {
  const runner = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [runner, "run", "--config", "test/vitest.config.ts", "test/lists"],
    {
      cwd: copy,
      env: {
        ...process.env,
        NO_COLOR: "1",
        LIST_RUNS: String(numRuns),
        LIST_MODE: "first",
        LIST_KINDS: kinds,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const all = output + errors;
  const runs = /Property failed after (\d+) tests/.exec(all)?.[1];
  if (runs !== undefined) {
    const what = /AssertionError: (.*?) in \{/.exec(all)?.[1];
    return `found after ${runs} scenarios (${what})`;
  }
  if (/Tests {2}1 passed/.test(all)) return `nothing found in ${numRuns} scenarios`;
  throw new Error(`the tests did not run:\n${all}`);
}
