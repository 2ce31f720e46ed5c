import { RegistryError } from "../../../../src/gateway/base/errors.ts";
import type { RequestBudget } from "../../../../src/gateway/call/request-budget.ts";
import type { CallKind, RestCall } from "../../../../src/gateway/call/rest-call.ts";

/** What can be asked for. */
export const subjects = [
  { kind: "tags", template: "/tags", cacheKey: "tags?page=1" },
  { kind: "tags", template: "/tags", cacheKey: "tags?page=2" },
  { kind: "tag", template: "/tags/{id}", cacheKey: "tags/1" },
  { kind: "structure", template: "/structure", cacheKey: "structure" },
] as const satisfies readonly { kind: CallKind; template: string; cacheKey: string }[];

export const keys = ["a", "b"] as const;
export type Key = (typeof keys)[number];

/** What the registry answers with: whose data it is, and with which sending it came. */
export interface Data {
  readonly key: Key;
  readonly cacheKey: string;
  readonly sending: number;
}

/** A caller's question, and what has become of it. */
export class Question {
  readonly number: number;
  readonly key: Key;
  readonly subject: (typeof subjects)[number];
  readonly budget: RequestBudget;
  readonly isFresh: boolean;
  /** When it was asked: by the clock, and by `Network.moment`. */
  readonly at: number;
  readonly moment: number;
  /** The number of the question whose call it waits for; undefined if it waits for none. */
  callOf: number | undefined;
  /** Whether its caller has left, or its time is over. */
  hasLeft = false;
  settlements: ({ readonly data: Data } | { readonly error: RegistryError })[] = [];
  isChecked = false;

  constructor(about: {
    readonly number: number;
    readonly key: Key;
    readonly subject: (typeof subjects)[number];
    readonly budget: RequestBudget;
    readonly isFresh: boolean;
    readonly moment: number;
  }) {
    this.number = about.number;
    this.key = about.key;
    this.subject = about.subject;
    this.budget = about.budget;
    this.isFresh = about.isFresh;
    this.at = about.budget.startedAt;
    this.moment = about.moment;
  }

  get isPending(): boolean {
    return this.settlements.length === 0;
  }

  /** Whether somebody waits for the answer. */
  get isAwaited(): boolean {
    return this.isPending && !this.hasLeft;
  }

  isEqualTo({ key, subject }: Question): boolean {
    return key === this.key && subject === this.subject;
  }

  isOfSameGrain({ key, subject }: Question): boolean {
    return key === this.key && subject.kind === this.subject.kind;
  }

  /** The call for it. Only the path, which is no part of what makes calls equal, tells it from others. */
  toCall(onDecoded: () => void): RestCall<Data> {
    const { kind, template, cacheKey } = this.subject;
    return {
      ...{ kind, template, cacheKey, key: this.key, isFresh: this.isFresh },
      path: `${template.replace("{id}", "1")}?key=${this.key}&ask=${this.number}`,
      // The digests of real keys are longer, and these are as different.
      keyDigest: this.key.repeat(43),
      decode: (body) => {
        if (!isData(body)) throw new RegistryError("REGISTRY_BAD_RESPONSE", template, "no data");
        onDecoded();
        return body;
      },
    };
  }
}

function isData(body: unknown): body is Data {
  return typeof body === "object" && body !== null && "sending" in body;
}
