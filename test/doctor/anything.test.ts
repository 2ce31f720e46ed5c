import fc from "fast-check";
import { expect, test } from "vitest";
import { formatEnd, formatFinding, formatJson } from "../../src/doctor/report.ts";
import { hostileJson, hostileText } from "../support/hostile.ts";
import { createProject } from "../support/project.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { runs } from "../support/seed.ts";
import { examine } from "./examine.ts";

function change(body: unknown, path: readonly number[], value: unknown): unknown {
  const [first = 0, ...rest] = path;
  if (path.length === 0 || typeof body !== "object" || body === null) return value;
  const names = Object.keys(body);
  const name = names[first % Math.max(names.length, 1)];
  if (name === undefined) return value;
  const changed = change((body as Record<string, unknown>)[name], rest, value);
  if (Array.isArray(body))
    return body.map((entry, index) => (String(index) === name ? changed : entry));
  return { ...body, [name]: changed };
}

test("whatever a registry answers, the diagnosis stays within the budget and has no control characters", async () => {
  const project = createProject(30);
  const lie = fc.record({
    every: fc.integer({ min: 1, max: 4 }),
    status: fc.constantFrom(200, 200, 200, 204, 302, 400, 404, 500),
    path: fc.array(fc.nat(40), { maxLength: 4 }),
    value: fc.oneof(hostileJson, hostileText, fc.constantFrom(1e308, -1, 2 ** 60, 1e15, true)),
    header: fc.constantFrom("etag", "location", "retry-after", "content-encoding", "date"),
    text: fc.constantFrom("", "gzip", 'W/"\u00e9"', "http://[", "-5", "999999999999", "never"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(lie, { minLength: 1, maxLength: 3 }), async (lies) => {
      await using registry = await startScriptedRegistry(project, {
        misbehave: ({ position }, honest) => {
          const response = honest();
          const [chosen] = lies.filter(({ every }) => position > 0 && position % every === 0);
          if (chosen === undefined) return response;
          const { status, path, value, header, text } = chosen;
          const body = JSON.stringify(change(response.body, path, value)) ?? "";
          return { status, body, headers: { [header]: text } };
        },
      });
      const examination = await examine(registry);
      expect(examination.calls).toBeLessThanOrEqual(60);
      const { visit, findings } = examination;
      const text = [...findings.map(formatFinding), formatEnd(visit, examination)].join("");
      expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
      JSON.parse(formatJson(visit, examination));
    }),
    { numRuns: runs(15) },
  );
});
