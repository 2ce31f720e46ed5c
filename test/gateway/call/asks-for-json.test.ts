import { expect, test } from "vitest";
import {
  type Behaviour,
  json,
  startScriptedRegistry,
  text,
} from "../../support/scripted-registry.ts";
import { createBudget, createCalls, failureOf, tagCall } from "../../support/upstream.ts";

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

test("a registry that knows only XML is called twice for each record: as documented, and with type=json", async () => {
  await using registry = await startScriptedRegistry(xml);
  await using restCalls = createCalls(registry.url);
  for (const id of ["5", "6"]) {
    const failure = await failureOf(restCalls.get(tagCall(id), createBudget()));
    expect(failure).toMatchObject({ code: "REGISTRY_BAD_RESPONSE" });
  }
  expect(registry.calls.map(({ path }) => path.endsWith("&type=json"))).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test("type=json is no longer sent once it has brought XML", async () => {
  await using registry = await startScriptedRegistry(unlessAsked);
  await using restCalls = createCalls(registry.url);
  await restCalls.get(tagCall("5"), createBudget());
  registry.behaviour = (call, position) =>
    (call.path.endsWith("&type=json") ? xml : json({ tag: {} }))(call, position);
  await failureOf(restCalls.get(tagCall("5"), createBudget()));
  expect(await restCalls.get(tagCall("5"), createBudget())).toEqual({ tag: {} });
});

test("a request that may make one call does not make a second one", async () => {
  await using registry = await startScriptedRegistry(unlessAsked);
  await using restCalls = createCalls(registry.url);
  const failure = await failureOf(restCalls.get(tagCall(), createBudget({ maxCalls: 1 })));
  expect(failure).toMatchObject({ code: "REGISTRY_BAD_RESPONSE" });
  expect(registry.calls).toHaveLength(1);
});
