import type { Verdict } from "../../registry-client/failure.ts";
import type { CallKind } from "./rest-call.ts";

export interface OutageReport {
  readonly of: CallKind | "connections";
  readonly refused: number | null;
}

const failuresToBegin = 5;

/**
 * Tells when calls of a kind, or all connections, begin to fail, whatever their keys, and when one
 * succeeds again.
 */
export class Outages {
  readonly #failing = new Map<
    OutageReport["of"],
    {
      failures: number;
      refused: number;
    }
  >();
  readonly #onReport: (report: OutageReport) => void;

  constructor(onReport: (report: OutageReport) => void) {
    this.#onReport = onReport;
  }

  note(kind: CallKind, verdict: Verdict): void {
    if (verdict === "unreachable") this.#fail("connections");
    else if (verdict !== "unknown") this.#end("connections");
    if (verdict === "down") this.#fail(kind);
    if (verdict === "up") this.#end(kind);
  }

  countRefused(kind: CallKind): void {
    const outage = this.#failing.get(kind) ?? this.#failing.get("connections");
    if (outage) outage.refused += 1;
  }

  #fail(of: OutageReport["of"]): void {
    const outage = this.#failing.get(of) ?? { failures: 0, refused: 0 };
    outage.failures += 1;
    this.#failing.set(of, outage);
    if (outage.failures === failuresToBegin) this.#onReport({ of, refused: null });
  }

  #end(of: OutageReport["of"]): void {
    const outage = this.#failing.get(of);
    this.#failing.delete(of);
    if (outage === undefined || outage.failures < failuresToBegin) return;
    this.#onReport({ of, refused: outage.refused });
  }
}
