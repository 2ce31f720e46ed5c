import { useEffect, useState } from "react";
import { isObject } from "./json.ts";

/** A document that is registered with the gateway. */
export interface RegisteredOperation {
  readonly id: string;
  readonly query: string;
}

/** The documents of the gateway's manifest, or why they cannot be shown. Fetched only if there are any. */
export type RegisteredState = "loading" | "failed" | readonly RegisteredOperation[];

export function useRegistered(hasRegistered: boolean): RegisteredState {
  const [state, setState] = useState<RegisteredState>(hasRegistered ? "loading" : []);
  useEffect(() => {
    if (!hasRegistered) return;
    let isCurrent = true;
    const load = async () => {
      const fetched = await fetchRegistered().catch(() => "failed" as const);
      if (isCurrent) setState(fetched);
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [hasRegistered]);
  return state;
}

async function fetchRegistered(): Promise<readonly RegisteredOperation[]> {
  const response = await fetch("explorer/operations.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
  const body: unknown = await response.json();
  if (!isObject(body)) throw new Error("The registered operations are not an object");
  return Object.entries(body).flatMap(([id, query]) =>
    typeof query === "string" ? [{ id, query }] : [],
  );
}
