import { expect, test } from "vitest";
import { startScriptedGateway } from "../support/gateway.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { type Behaviour, json, stall, stallInBody } from "../support/scripted-registry.ts";

const found = json({ tag: { id: "a", name: "A" } });

/** Answers calls for the tag `a`, and behaves as given at all others. */
function answerOnlyA(otherwise: Behaviour): Behaviour {
  return (call, position) =>
    (call.path.startsWith("/api/v1/tags/a/") ? found : otherwise)(call, position);
}

test.each([
  ["never answers", stall],
  ["stops in the body", stallInBody],
])(
  "responses that are ready by REQUEST_DEADLINE_MS are delivered if the registry %s",
  async (_, behaviour) => {
    const clock = new ManualClock();
    const settings = { REQUEST_DEADLINE_MS: "500", REGISTRY_TIMEOUT_MS: "60000" };
    await using gateway = await startScriptedGateway(answerOnlyA(behaviour), { settings, clock });
    const response = gateway.query(
      '{ a: tag(id: "a") { name } b: tag(id: "b") { name } of: additionalDataStructure(of: TAG) { lastUpdate } }',
    );
    await gateway.registry.call(2);
    await gateway.untilUnderWay(2);
    clock.advance(500);
    const { status, data, errors } = await response;
    expect(status).toBe(200);
    expect(data).toEqual({ a: { name: "A" }, b: null, of: null });
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [["b"], "REQUEST_DEADLINE"],
      [["of"], "REQUEST_DEADLINE"],
    ]);
  },
);
