import { expect, test } from "vitest";
import { inTurn, json, type ScriptedCall, stall, status } from "../../support/scripted-registry.ts";
import {
  createBudget,
  startUpstream,
  tagCall,
  until,
  untilResponseStarts,
} from "../../support/upstream.ts";

const result = { tag: { id: "5" } };

test("200 simultaneous equal calls are made once", async () => {
  await using upstream = await startUpstream(json(result));
  const { registry, calls } = upstream;
  let decoded = 0;
  const call = { ...tagCall(), decode: () => ++decoded };
  const budgets = Array.from({ length: 200 }, () => createBudget());
  const results = await Promise.all(budgets.map((budget) => calls.get(call, budget)));
  expect(new Set(results)).toEqual(new Set([1]));
  expect(registry.calls).toHaveLength(1);
  expect(budgets.map(({ calls }) => calls).filter(Boolean)).toEqual([1]);
  expect(budgets.map(({ shared }) => shared).filter(Boolean)).toHaveLength(199);
});

test("calls with another key or another name are not equal", async () => {
  await using upstream = await startUpstream(json(result));
  const { registry, calls } = upstream;
  const asked = [tagCall("1", "a"), tagCall("1", "b"), tagCall("2", "a"), tagCall("2", "b")];
  await Promise.all(asked.map((call) => calls.get(call, createBudget())));
  expect(registry.calls).toHaveLength(4);
});

test("a call is joined only before its response begins", async () => {
  await using upstream = await startUpstream(
    inTurn(({ response }) => {
      response.writeHead(200, { "content-type": "application/json" }).write('"ol');
    }, json("new")),
  );
  const { registry, calls, clock } = upstream;
  const before = calls.get(tagCall(), createBudget({ clock }));
  const during = createBudget({ clock });
  expect(during.hasResponseStarted).toBe(false);
  const joined = calls.get(tagCall(), during);
  await untilResponseStarts(calls, clock);
  expect(during.hasResponseStarted).toBe(true);
  const after = calls.get(tagCall(), createBudget({ clock }));
  (await registry.call(0)).response.end('d"');
  expect(await Promise.all([before, joined])).toEqual(["old", "old"]);
  expect(await after).toBe("new");
});

test("a call that is made again is joined, although an equal one was made while it waited", async () => {
  await using upstream = await startUpstream(
    inTurn(status(503), ({ response }) => void response.writeHead(200).write('"la'), stall),
  );
  const { registry, calls, clock } = upstream;
  const retried = calls.get(tagCall(), createBudget({ clock }));
  await until(() => calls.statistics().awaitingRetry === 1);
  const meanwhile = createBudget({ clock });
  const later = calls.get(tagCall(), meanwhile);
  await until(() => meanwhile.hasResponseStarted);
  clock.advance(200);
  const again = await registry.call(2);
  const third = createBudget({ clock });
  const joined = calls.get(tagCall(), third);
  expect(third).toMatchObject({ calls: 0, shared: 1 });
  (await registry.call(1)).response.end('ter"');
  respond(again);
  expect(await Promise.all([retried, joined, later])).toEqual([result, result, "later"]);
});

function respond({ response }: ScriptedCall): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
}
