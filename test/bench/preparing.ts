import { setImmediate } from "node:timers/promises";
import { getOperationAST, parse, Source } from "graphql";
import { Operation } from "../../src/execution/operation.ts";
import { createSchema } from "../../src/gateway/resolvers/schema.ts";
import { median } from "./table.ts";

const sizes = [1_000, 10_000, 50_000] as const;
const rounds = 15;

/** What it took to prepare one operation. */
interface Preparation {
  readonly ms: number;
  /** How often other requests had their turn meanwhile. */
  readonly turns: number;
  /** The longest time that they waited for a turn. */
  readonly longestWaitMs: number;
}

/** Prints how long it takes to prepare operations of several sizes, and how long other requests wait meanwhile. */
export async function runPreparing(): Promise<void> {
  const schema = createSchema();
  for (const size of sizes) {
    const preparations: Preparation[] = [];
    for (let round = 0; round < rounds; round += 1) {
      preparations.push(await prepare(schema, createText(size, round)));
    }
    const [first] = preparations;
    const later = preparations.slice(1);
    const middle = (of: keyof Preparation) => median(later.map((preparation) => preparation[of]));
    console.log(
      `${size.toLocaleString("en")} fields: ${middle("ms").toFixed(1)} ms (${first?.ms.toFixed(1)} the first time), ` +
        `${middle("turns")} turns for others, who wait at most ${middle("longestWaitMs").toFixed(1)} ms`,
    );
  }
}

/** An operation that spreads a fragment many times, so that it executes more fields than its text has. */
function createText(size: number, round: number): string {
  const spreads = 20;
  const own = Array.from({ length: size / spreads - 1 }, (_, field) => `f${round}_${field}: name`);
  const tags = Array.from({ length: spreads }, (_, at) => `t${at}: tag(id: ${at}) { ...Fields }`);
  return `{ ${tags.join(" ")} } fragment Fields on Tag { ${own.join(" ")} }`;
}

async function prepare(
  schema: ReturnType<typeof createSchema>,
  text: string,
): Promise<Preparation> {
  const document = parse(text);
  const definition = getOperationAST(document);
  if (!definition) throw new Error("There is no operation");
  const operation = new Operation({ schema, hidesSchema: false }, definition, new Source(text));
  // Start at the beginning of a turn of the event loop.
  await setImmediate();
  let isDone = false;
  const others = takeTurns(() => isDone);
  const started = performance.now();
  await operation.prepare({});
  const ms = performance.now() - started;
  isDone = true;
  return { ms, ...(await others) };
}

/** Takes every turn of the event loop until `isOver` returns true. */
async function takeTurns(
  isOver: () => boolean,
): Promise<Pick<Preparation, "turns" | "longestWaitMs">> {
  let [turns, longestWaitMs, last] = [0, 0, performance.now()];
  while (!isOver()) {
    await setImmediate();
    const now = performance.now();
    longestWaitMs = Math.max(longestWaitMs, now - last);
    last = now;
    if (!isOver()) turns += 1;
  }
  return { turns, longestWaitMs };
}
