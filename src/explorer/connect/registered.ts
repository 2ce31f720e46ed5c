import { parse } from "graphql";
import { useEffect, useState } from "react";
import { operationsOf } from "../query/operations.ts";
import { titleOf } from "../workspace/title.ts";
import { isObject } from "./json.ts";

export function useRegistered(hasRegistered: boolean) {
  const [state, setState] = useState<
    "loading" | "failed" | Awaited<ReturnType<typeof fetchRegistered>>
  >(hasRegistered ? "loading" : []);
  useEffect(() => {
    const load = async () => setState(await fetchRegistered().catch(() => "failed" as const));
    if (hasRegistered) void load();
  }, [hasRegistered]);
  return state;
}

async function fetchRegistered() {
  const response = await fetch("explorer/operations.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
  const body: unknown = await response.json();
  if (!isObject(body)) throw new Error("The registered operations are not an object");
  const documents = Object.entries(body).flatMap(([id, query]) =>
    typeof query === "string" ? [{ id, query, operations: operationsOf(parse(query)) }] : [],
  );
  const all = documents.flatMap(({ operations }) => operations);
  const byName = Map.groupBy(all, ({ name }) => name?.value);
  return documents.map(({ id, query, operations }) => ({
    ...{ id, query, name: titleOf({ query }), folder: "" },
    /** Those that have an address: queries, each with a name that no other operation has. */
    addressed: operations.filter(
      ({ operation, name }) =>
        operation === "query" && name && byName.get(name.value)?.length === 1,
    ),
  }));
}
