import { expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import {
  inTurn,
  json,
  type ScriptedCall,
  stall,
  startScriptedRegistry,
  status,
} from "../../support/scripted-registry.ts";
import {
  createBudget,
  createCalls,
  failureOf,
  tagCall,
  until,
  untilResponseStarts,
} from "../../support/upstream.ts";

const result = { tag: { id: "5" } };

test("200 simultaneous equal calls are made once", async () => {
  await using registry = await startScriptedRegistry(json(result));
  await using restCalls = createCalls(registry.url);
  let decoded = 0;
  const call = { ...tagCall(), decode: () => ++decoded };
  const budgets = Array.from({ length: 200 }, () => createBudget());
  const results = await Promise.all(budgets.map((budget) => restCalls.get(call, budget)));
  expect(new Set(results)).toEqual(new Set([1]));
  expect(registry.calls).toHaveLength(1);
  expect(budgets.map(({ calls }) => calls).filter(Boolean)).toEqual([1]);
  expect(budgets.map(({ shared }) => shared).filter(Boolean)).toHaveLength(199);
});

test("calls with another key or another name are not equal", async () => {
  await using registry = await startScriptedRegistry(json(result));
  await using restCalls = createCalls(registry.url);
  const calls = [tagCall("1", "a"), tagCall("1", "b"), tagCall("2", "a"), tagCall("2", "b")];
  await Promise.all(calls.map((call) => restCalls.get(call, createBudget())));
  expect(registry.calls).toHaveLength(4);
});

test("a call is joined only before its response begins", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(
    inTurn(({ response }) => {
      response.writeHead(200, { "content-type": "application/json" }).write('"ol');
    }, json("new")),
  );
  await using restCalls = createCalls(registry.url, { clock });
  const before = restCalls.get(tagCall(), createBudget({ clock }));
  const during = createBudget({ clock });
  expect(during.hasResponseStarted).toBe(false);
  const joined = restCalls.get(tagCall(), during);
  await untilResponseStarts(restCalls, clock);
  expect(during.hasResponseStarted).toBe(true);
  const after = restCalls.get(tagCall(), createBudget({ clock }));
  (await registry.call(0)).response.end('d"');
  expect(await Promise.all([before, joined])).toEqual(["old", "old"]);
  expect(await after).toBe("new");
});

test("a call that has used half of its time is no longer joined", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(inTurn(stall, json("quick")));
  await using restCalls = createCalls(registry.url, {
    clock,
    settings: { REGISTRY_TIMEOUT_MS: 5_000 },
  });
  const hanging = failureOf(restCalls.get(tagCall(), createBudget({ clock })));
  await registry.call(0);
  clock.advance(2_400);
  const joined = failureOf(restCalls.get(tagCall(), createBudget({ clock })));
  clock.advance(100);
  expect(await restCalls.get(tagCall(), createBudget({ clock }))).toBe("quick");
  clock.advance(2_500);
  expect(await Promise.all([hanging, joined])).toMatchObject([
    { code: "REGISTRY_TIMEOUT" },
    { code: "REGISTRY_TIMEOUT" },
  ]);
  expect(registry.calls).toHaveLength(2);
});

test("a call that is made again is joined, although an equal one was made while it waited", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(
    inTurn(status(503), ({ response }) => void response.writeHead(200).write('"la'), stall),
  );
  await using restCalls = createCalls(registry.url, { clock });
  const retried = restCalls.get(tagCall(), createBudget({ clock }));
  await until(() => restCalls.statistics().awaitingRetry === 1);
  const meanwhile = createBudget({ clock });
  const later = restCalls.get(tagCall(), meanwhile);
  await until(() => meanwhile.hasResponseStarted);
  clock.advance(200);
  const again = await registry.call(2);
  const third = createBudget({ clock });
  const joined = restCalls.get(tagCall(), third);
  expect(third).toMatchObject({ calls: 0, shared: 1 });
  (await registry.call(1)).response.end('ter"');
  respond(again);
  expect(await Promise.all([retried, joined, later])).toEqual([result, result, "later"]);
});

test("an error is also shared", async () => {
  await using registry = await startScriptedRegistry(status(404));
  await using restCalls = createCalls(registry.url);
  const errors = await Promise.all(
    [1, 2].map(() => failureOf(restCalls.get(tagCall(), createBudget()))),
  );
  expect(errors).toMatchObject([{ status: 404 }, { status: 404 }]);
  expect(registry.calls).toHaveLength(1);
});

test("a cancelled request does not end the call for the others", async () => {
  await using registry = await startScriptedRegistry(stall);
  await using restCalls = createCalls(registry.url);
  const [first, second] = [createBudget(), createBudget()];
  const left = failureOf(restCalls.get(tagCall(), first));
  const stays = restCalls.get(tagCall(), second);
  const call = await registry.call(0);
  first.cancel();
  expect(await left).toMatchObject({ code: "REQUEST_DEADLINE" });
  respond(call);
  expect(await stays).toEqual(result);
});

test("when the last request is cancelled, the call ends: the registry sees its connection closed", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using restCalls = createCalls(registry.url, { clock });
  const carriedOn = createBudget({ clock });
  const first = failureOf(restCalls.get(tagCall("other"), carriedOn));
  await registry.call(0);
  carriedOn.cancel();
  await first;
  const budgets = [createBudget({ clock }), createBudget({ clock })];
  const left = budgets.map((budget) => failureOf(restCalls.get(tagCall(), budget)));
  const call = await registry.call(1);
  for (const budget of budgets) budget.cancel();
  await Promise.all(left);
  await call.closed;
  expect(restCalls.statistics()).toMatchObject({ running: 1, waiting: 0 });
});

test("a call whose requests are all cancelled is not joined", async () => {
  await using registry = await startScriptedRegistry(inTurn(stall, json(result)));
  await using restCalls = createCalls(registry.url);
  const gone = createBudget();
  const left = failureOf(restCalls.get(tagCall(), gone));
  await registry.call(0);
  gone.cancel();
  expect(await restCalls.get(tagCall(), createBudget())).toEqual(result);
  await left;
});

test("a request that reaches its deadline does not end the call for others with more time", async () => {
  const clock = new ManualClock();
  await using registry = await startScriptedRegistry(stall);
  await using restCalls = createCalls(registry.url, { clock });
  const hurried = failureOf(restCalls.get(tagCall(), createBudget({ clock, deadlineMs: 1_000 })));
  const patient = restCalls.get(tagCall(), createBudget({ clock }));
  const call = await registry.call(0);
  clock.advance(1_000);
  expect(await hurried).toMatchObject({ code: "REQUEST_DEADLINE" });
  respond(call);
  expect(await patient).toEqual(result);
});

function respond({ response }: ScriptedCall): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
}
