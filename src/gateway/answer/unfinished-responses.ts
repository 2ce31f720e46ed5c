import { memoryPerBodyByte } from "../../registry-client/body.ts";
import { DenseSet, type DenseSetMember } from "../base/collections/dense-set.ts";
import { RequestBudget, type RequestBudgetOptions } from "../call/request-budget.ts";

/**
 * About how much memory a response takes, in bytes for each character that is written so far: one for the text, and one either for
 * the values that are not written yet or, at the end, for the copy that joins the pieces of the text.
 */
const memoryPerCharacter = 2;

type BudgetOptions = Omit<RequestBudgetOptions, "onBody" | "onLate">;

/** Beyond this share of the maximum, new requests of the key whose responses take most memory are turned away. */
const fullShare = 0.75;

interface UnfinishedResponsesOptions {
  /** Maximum memory of all responses that are being made, in bytes, approximately. */
  readonly maxBytes: number;
}

/**
 * The responses that are being made. Together they take bounded memory: beyond it, the gateway refuses responses of the key that
 * takes most, the latest first. So earlier responses are completed, and a key that asks for too much at once harms no other.
 */
export class UnfinishedResponses {
  readonly #maxBytes: number;
  readonly #holding = new DenseSet<UnfinishedResponse>();
  #bytes = 0;

  constructor({ maxBytes }: UnfinishedResponsesOptions) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the key whose responses take most memory should begin no more of them. */
  get isNearlyFull(): boolean {
    return this.#bytes > this.#maxBytes * fullShare;
  }

  begin(options: BudgetOptions): UnfinishedResponse {
    return new UnfinishedResponse(options, this.#change);
  }

  /** Whether no other key's responses take as much memory as this one's. */
  isHeaviest(keyDigest: string): boolean {
    return this.#lastOfHeaviest()?.budget.keyDigest === keyDigest;
  }

  readonly #change: OnChange = (response, bytes) => {
    this.#bytes += bytes;
    if (response.bytes === 0) this.#holding.remove(response);
    else if (response.denseIndex < 0) this.#holding.add(response);
    // The only one left is not refused, because it has limits of its own.
    while (this.#bytes > this.#maxBytes && this.#holding.size > 1) this.#lastOfHeaviest()?.refuse();
  };

  #lastOfHeaviest(): UnfinishedResponse | undefined {
    const byKey = Map.groupBy(this.#holding.list(), ({ budget }) => budget.keyDigest);
    let most = 0;
    let heaviest: readonly UnfinishedResponse[] = [];
    for (const responses of byKey.values()) {
      const bytes = responses.reduce((sum, response) => sum + response.bytes, 0);
      if (bytes > most) [most, heaviest] = [bytes, responses];
    }
    const [first, ...others] = heaviest;
    return others.reduce(
      (last, other) => (last && last.budget.sequence > other.budget.sequence ? last : other),
      first,
    );
  }
}

type OnChange = (response: UnfinishedResponse, bytes: number) => void;

/** A response that is being made. Dispose of it once it is made. */
export class UnfinishedResponse implements DenseSetMember, Disposable {
  readonly budget: RequestBudget;
  /** The memory that it takes, in bytes, approximately: for what the registry has sent, and for what is written. */
  bytes = 0;
  /** Whether it was refused, because all responses together take too much memory, or because its turn does not come in time. */
  isRefused = false;
  denseIndex = -1;
  readonly #onChange: OnChange;
  #writtenBytes = 0;
  #isClosed = false;

  constructor(options: BudgetOptions, onChange: OnChange) {
    this.#onChange = onChange;
    this.budget = new RequestBudget({
      ...options,
      onLate: () => this.refuse(),
      onBody: (bytes) => this.#add(bytes * memoryPerBodyByte),
    });
  }

  /** @param length how many characters of the response have been written so far. */
  noteWritten(length: number): void {
    const before = this.#writtenBytes;
    this.#writtenBytes = length * memoryPerCharacter;
    this.#add(this.#writtenBytes - before);
  }

  /** Cancels and refuses it. What it takes is free a moment later. */
  refuse(): void {
    this.isRefused = true;
    this[Symbol.dispose]();
    this.budget.cancel();
  }

  [Symbol.dispose](): void {
    if (this.bytes > 0) this.#add(-this.bytes);
    this.#isClosed = true;
  }

  #add(bytes: number): void {
    // What still arrives after that is not kept.
    if (this.#isClosed) return;
    this.bytes += bytes;
    this.#onChange(this, bytes);
  }
}
