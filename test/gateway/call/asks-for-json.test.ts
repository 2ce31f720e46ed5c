import { expect, test } from "vitest";
import {
  type Behaviour,
  json,
  startScriptedRegistry,
  text,
} from "../../support/scripted-registry.ts";
import { createBudget, createCalls, tagCall } from "../../support/upstream.ts";

const xml = text("<?xml version='1.0'?><tag/>", { "content-type": "application/xml" });

/** Answers XML unless the call asks for JSON with `type=json`. */
const unlessAsked: Behaviour = (call, position) => {
  const response = call.path.endsWith("&type=json") ? json({ tag: {} }) : xml;
  response(call, position);
};

test("after a response in XML the call is repeated with type=json, with which later calls begin", async () => {
  await using registry = await startScriptedRegistry(unlessAsked);
  await using restCalls = createCalls(registry.url);
  const budget = createBudget();
  expect(await restCalls.get(tagCall("5"), budget)).toEqual({ tag: {} });
  expect(await restCalls.get(tagCall("6"), budget)).toEqual({ tag: {} });
  expect(registry.calls.map(({ path }) => path.replace(/key=[^&]*/, ""))).toEqual([
    "/api/v1/tags/5/?",
    "/api/v1/tags/5/?&type=json",
    "/api/v1/tags/6/?&type=json",
  ]);
  expect(budget.calls).toBe(3);
});
