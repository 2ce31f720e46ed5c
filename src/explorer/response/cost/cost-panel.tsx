import { formatCount } from "../../format.ts";
import { formatAge, type ResponseCost } from "./cost.ts";

export function CostPanel({ cost, id }: { readonly cost: ResponseCost; readonly id: string }) {
  const { calls, made, snapshot } = cost;
  return (
    <section className="cost" id={id} aria-label="What it cost">
      {made.length === 0 && calls === 0 && <p>It made no REST call.</p>}
      {made.length > 0 && (
        <ol>
          {made.map((call, at) => (
            // Equal calls may follow one another.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={at}>
              <span>
                {call.for}
                {call.again !== null && <em>, again: {call.again}</em>}
              </span>{" "}
              <code>{call.call}</code>
            </li>
          ))}
        </ol>
      )}
      {calls > made.length && <p>{formatCount(calls - made.length, "further call")}.</p>}
      {snapshot && (
        <p>
          The snapshot has {formatCount(snapshot.rows, "row")}, and is {formatAge(snapshot.age)}{" "}
          old. Reading it took {formatCount(snapshot.calls, "call")} and {snapshot.milliseconds} ms,
          once for all requests.
        </p>
      )}
      <p className="muted">{describeSharing(cost)}</p>
    </section>
  );
}

function describeSharing({ shared, cacheHits, retries, waitedMs }: ResponseCost): string {
  return [
    `Waited ${waitedMs} ms for the registry`,
    ...(shared > 0 ? [`${formatCount(shared, "response")} shared with equal calls in flight`] : []),
    ...(cacheHits > 0 ? [`${formatCount(cacheHits, "response")} from the cache`] : []),
    ...(retries > 0 ? [`${retries} ${retries === 1 ? "retry" : "retries"}`] : []),
  ].join("; ");
}
