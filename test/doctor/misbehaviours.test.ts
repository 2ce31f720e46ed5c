import { describe, expect, test } from "vitest";
import { examine } from "./examine.ts";
import { misbehaviours, startCase } from "./misbehaviours.ts";

const usualLinks = "tag.terminal_id=terminal.id,terminal.home_tag=tag.id";

describe("the doctor reports a registry where", () => {
  test.each(Object.entries(misbehaviours))("%s", async (_, given) => {
    const { says, outcome = "works" } = given;
    await using registry = await startCase(given);
    const examination = await examine(registry);
    const { findings, settings, calls } = examination;
    for (const [id, [status, detail]] of Object.entries(says)) {
      expect(findings).toContainEqual(
        expect.objectContaining({ id, status, detail: expect.stringMatching(detail) }),
      );
    }
    const { REGISTRY_URL: __, ADDITIONAL_DATA_LINKS: links, ...others } = settings;
    expect(others).toEqual(given.settings ?? {});
    expect(examination.outcome).toBe(outcome);
    expect(calls).toBeLessThanOrEqual(60);
    expect(calls).toBe(registry.calls.length);
    if (outcome === "works") {
      expect(links ?? null).toBe(given.links === undefined ? usualLinks : given.links);
    }
    const again = await examine(registry, { set: others });
    expect(again.outcome).toBe(outcome);
    if (outcome === "works" && given.settings !== undefined) {
      expect(again.findings.map(({ hint }) => hint).join("\n")).toContain(
        "is already set correctly",
      );
    }
  });
});
