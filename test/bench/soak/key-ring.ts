import { randomBytes } from "node:crypto";
import { createKey } from "../../../src/registry/keys.ts";
import type { Store } from "../../../src/registry/store/store.ts";
import type { Project } from "./project.ts";
import { chance, pick } from "./random.ts";
import { cacheTtlSeconds } from "./stage.ts";

/** A key of a project. */
export interface RingKey {
  readonly key: string;
  readonly project: Project;
}

interface IssuedKey extends RingKey {
  readonly id: string;
  uses: number;
  /** How many use it right now. */
  users: number;
}

/** A key that must be refused from some time on. */
interface RevokedKey {
  readonly key: string;
  readonly refusedFrom: number;
}

const maxIssued = 3;
const usesEach = 15;

/** The keys that clients use: one of each project that is always there, and others that come and go. */
export class KeyRing {
  readonly #store: Store;
  readonly #lasting: readonly RingKey[];
  #issued: IssuedKey[] = [];
  #revoked: RevokedKey[] = [];
  /** How many keys were made. */
  made = 0;

  constructor(store: Store, lasting: readonly RingKey[]) {
    this.#store = store;
    this.#lasting = lasting;
  }

  /** A key that lasts as long as the run. */
  lasting(): RingKey {
    const [main] = this.#lasting;
    return main !== undefined && chance(0.75) ? main : pick(this.#lasting);
  }

  /** A key that is valid now, and that nobody revokes while `use` runs. */
  async lend<T>(use: (key: RingKey) => Promise<T>): Promise<T> {
    if (chance(0.6)) return use(this.lasting());
    if (this.#issued.length < maxIssued) await this.#issue();
    const issued = pick(this.#issued);
    issued.uses += 1;
    issued.users += 1;
    // Nobody else gets it from now on.
    if (issued.uses >= usesEach) this.#issued = this.#issued.filter((one) => one !== issued);
    const result = await use(issued);
    issued.users -= 1;
    if (issued.uses >= usesEach && issued.users === 0) await this.#revoke(issued);
    return result;
  }

  /** A key that must be refused: one that was revoked long enough ago, or one that never was. */
  bad(): string {
    const due = this.#revoked.filter(({ refusedFrom }) => refusedFrom < performance.now());
    return due.length > 0 && chance(0.5) ? pick(due).key : randomBytes(24).toString("base64url");
  }

  async #issue(): Promise<void> {
    const { project } = this.lasting();
    this.made += 1;
    const options = { projectId: project.id, name: `soak ${this.made}`, createdWhen: 0 };
    const { id, key } = await createKey(this.#store, options);
    this.#issued.push({ id, key, project, uses: 0, users: 0 });
  }

  async #revoke({ id, key }: IssuedKey): Promise<void> {
    await this.#store.removeKey(id);
    const refusedFrom = performance.now() + cacheTtlSeconds * 1000;
    this.#revoked = [...this.#revoked.slice(-20), { key, refusedFrom }];
  }
}
