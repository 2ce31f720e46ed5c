import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/doctor/finding.ts";
import { createProject } from "../support/project.ts";
import { startSampleRegistry } from "../support/real-registry.ts";
import { startScriptedRegistry } from "../support/scripted-registry.ts";
import { examine } from "./examine.ts";
import { misbehaviours, startCase } from "./misbehaviours.ts";

/** The findings that report on the calls that were made, and so differ with every budget. */
const ofAllCalls = ["latency", "rate-limits", "unfinished"];

/** A finding's call depends on the budget: until the doctor knows better, it has the documented path and page number. */
function withoutCall({ call: _, ...finding }: Finding) {
  return finding;
}

describe("whatever the budget, the doctor finds nothing that a larger one contradicts if", () => {
  test.each([
    "nothing is wrong",
    "it has no records",
    "pages are clamped to 50 rows",
    "pages are counted from 0, also in the envelope",
    "page is ignored",
    "lists without a slash at the end and single records with one are 404",
    "an unknown tag gets 403, an unknown terminal 500",
    "it answers XML unless it is asked for JSON",
  ])("%s", async (name) => {
    await using registry = await startCase(misbehaviours[name] ?? { says: {} });
    const whole = await examine(registry);
    const known = whole.findings.map(withoutCall);
    for (let budget = 1; budget < whole.calls; budget += 1) {
      const { findings, outcome, calls } = await examine(registry, { budget });
      expect({ outcome, calls }).toEqual({ outcome: "unknown", calls: budget });
      const found = findings.filter(({ id }) => !ofAllCalls.includes(id));
      for (const finding of found) expect(known).toContainEqual(withoutCall(finding));
    }
  });
});

test("nothing is concluded about the records of a list that cannot be read", async () => {
  await using registry = await startScriptedRegistry(createProject(), {
    misbehave: ({ path }, honest) => (path === "terminals" ? { status: 500, body: {} } : honest()),
  });
  const { findings, outcome } = await examine(registry);
  expect(findings).toContainEqual(
    expect.objectContaining({
      id: "single-terminal",
      status: "warning",
      certainty: "unknown",
      detail: "The list of terminals cannot be read, so there is no id to ask for.",
    }),
  );
  const ids = findings.map(({ id }) => id);
  const needless = ["terminal-ids", "terminal-fields", "terminal-data"];
  expect(ids.filter((id) => needless.includes(id))).toEqual([]);
  expect(outcome).toBe("works");
});

test("a budget that ends before the largest limit is known is reported once, with the unfinished checks", async () => {
  await using registry = await startSampleRegistry({ misbehaviour: { refuseLimit: 500 } });
  const { findings } = await examine(registry, { budget: 5 });
  expect(findings.filter(({ detail }) => detail.includes("budget"))).toEqual([
    expect.objectContaining({
      id: "unfinished",
      status: "warning",
      certainty: "unknown",
      hint: expect.stringMatching(
        /^Raise it with --budget. Unfinished: .*count-tags, count-terminals,.* single-tag, /,
      ),
    }),
  ]);
  const ids = findings.map(({ id }) => id);
  expect(ids).not.toContain("count-tags");
  expect(ids).not.toContain("single-tag");
});

test("unfinished checks are listed and counted by the ids of their findings", async () => {
  await using registry = await startSampleRegistry();
  const { findings } = await examine(registry);
  const known = findings.map(({ id }) => id);
  const { findings: fewer } = await examine(registry, { budget: 3 });
  const unfinished = fewer.find(({ id }) => id === "unfinished");
  const listed = unfinished?.hint?.match(/Unfinished: (.*)\.$/)?.[1]?.split(", ") ?? [];
  expect(listed).toEqual(expect.arrayContaining(["list-slash", "single-slash"]));
  expect(known).toEqual(expect.arrayContaining(listed.filter((id) => id !== "tls")));
  expect(unfinished?.detail).toMatch(new RegExp(`^${listed.length} checks `));
});
