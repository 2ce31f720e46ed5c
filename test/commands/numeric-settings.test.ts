import { afterAll, describe, expect, test } from "vitest";
import { startEmbeddedRegistry } from "../../src/commands/gateway/embedded-registry.ts";
import { createLogger } from "../../src/log.ts";
import { readSettings, type Settings, settingTable } from "../../src/settings.ts";
import { subscribe } from "../support/event-stream.ts";
import { startGateway } from "../support/gateway.ts";
import { startListRegistry } from "../support/real-registry.ts";

/** Fractions, among them some that are no whole milliseconds in floating point, minima, maxima, and very large numbers. */
const oddNumbers = [
  ...["0", "0.001", "1.005", "33.33", "007", "1", "2", "100", "256", "1000", "10000", "65535"],
  ...["86400", "100000", "600000", "1000000", "10000000", "100000000", "2147483648"],
  ...["1099511627776", "999999999999999"],
];

function accepts(name: keyof typeof settingTable, value: string): boolean {
  try {
    return typeof settingTable[name].parse(value) === "number";
  } catch {
    return false;
  }
}

/** The settings, and notes the names of those that are read. */
function noting(read: Set<string | symbol>, settings: Settings): Settings {
  return new Proxy(settings, {
    get(target, name) {
      read.add(name);
      return Reflect.get(target, name);
    },
  });
}

/**
 * The numeric settings with the odd numbers that the table accepts: of whole numbers the smallest
 * and the largest, of ports 0, because only that is sure to be free.
 */
const cases = (Object.keys(settingTable) as (keyof typeof settingTable)[])
  .filter((name) => accepts(name, "1"))
  .map((name) => {
    const numbers = (name.endsWith("PORT") ? ["0"] : oddNumbers).filter((value) =>
      accepts(name, value),
    );
    const ends = [numbers.at(0) ?? "", numbers.at(-1) ?? ""];
    const fractions = numbers.filter((value) => value.includes("."));
    return [name, [...new Set([...ends, ...fractions])]] as const;
  });

const registry = await startListRegistry({ tags: [{ id: "a", name: "A" }] });
afterAll(() => registry[Symbol.asyncDispose]());

describe("every number that the table of settings accepts", () => {
  test.each(cases)("starts a gateway and a registry: %s", async (name, values) => {
    const { url: registryUrl, key } = registry;
    let isReadByRegistry = true;
    for (const value of values) {
      const settings = { [name]: value };
      await using gateway = await startGateway({ registryUrl, key, settings });
      const { errors = [] } = await gateway.query('{ tags(search: "a") { nodes { name } } }');
      await using stream = await subscribe(gateway.url, "subscription { changes { kind } }", {
        key,
        headers: { accept: "text/event-stream" },
      });
      const event = stream.status === 200 ? await stream.next() : JSON.parse(await stream.rest());
      // A limit may be too small for them, but then it says so.
      const codes = [...errors, ...(event.errors ?? [])].map(({ extensions }) => extensions.code);
      expect(codes, value).not.toContain("INTERNAL_SERVER_ERROR");
      if (!isReadByRegistry) continue;
      const read = new Set<string | symbol>();
      const log = createLogger("silent");
      // An empty one: making the sample takes long.
      const own = noting(read, readSettings({ ...settings, REGISTRY_DB: ":memory:" }));
      await using embedded = await startEmbeddedRegistry(own, log);
      expect(embedded.url, value).toMatch(/^http:/);
      isReadByRegistry = read.has(name);
    }
  });

  test("is seconds to the millisecond, and never so few that they round to none", () => {
    const parse = settingTable.CHANGES_POLL_SECONDS.parse;
    expect(["0", "0.001", "2.01", "2.0104"].map(parse)).toEqual([0, 0.001, 2.01, 2.01]);
    expect(() => parse("0.0004")).toThrow('"0.0004" is less than a millisecond');
  });
});
