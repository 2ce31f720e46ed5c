import type { Hidden, Layout, Registry } from "../scenarios.ts";
import { ModelList, type Order, type Row } from "./list.ts";
import { type Deceptions, RegistryModel, type Subject } from "./registry.ts";

/** The links of the records below, as the setting `ADDITIONAL_DATA_LINKS` has them. */
export const links = [
  "tag.terminal_id=terminal.id",
  "tag.terminal_uuid=terminal.uuid",
  "tag.terminal_imei=terminal.imei",
  "tag.peer=tag.id",
  "terminal.home_tag=tag.id",
].join(",");

/** How far the past of the lists had come at some time. */
export interface Past {
  /** The number of edits of each list. */
  readonly moments: Readonly<Record<Subject, number>>;
  /** How each list had deceived. */
  readonly deceptions: Readonly<Record<Subject, Readonly<Deceptions>>>;
}

/** A registry as one key sees it, and what the oracle needs to know of its past. */
export class World {
  readonly registry: Registry;
  readonly model: RegistryModel;
  readonly #now: () => number;
  /** What the time was, and what was past when that began. */
  readonly #times: { readonly time: number; readonly past: Past }[];

  /** @param unit the distance of seams at which rows may be hidden. */
  constructor(registry: Registry, unit: number, now: () => number) {
    const sizes = { tags: registry.tags.size, terminals: registry.terminals.size };
    const { order } = registry.rules;
    const list = (subject: Subject) =>
      createList(subject, registry[subject], { unit, sizes, order });
    this.registry = registry;
    this.model = new RegistryModel(registry.rules, {
      tags: list("tags"),
      terminals: list("terminals"),
    });
    this.#now = now;
    this.#times = [{ time: now(), past: this.past }];
  }

  /** The number of edits of each list so far. */
  get moments(): Readonly<Record<Subject, number>> {
    return { tags: this.list("tags").moment, terminals: this.list("terminals").moment };
  }

  get past(): Past {
    const { model, moments } = this;
    const deceptions = { tags: model.deceptions("tags"), terminals: model.deceptions("terminals") };
    return { moments, deceptions };
  }

  list(subject: Subject): ModelList {
    return this.model.list(subject);
  }

  /** Call it before time passes and after. */
  noteTime(): void {
    const time = this.#now();
    if (this.#times.at(-1)?.time !== time) this.#times.push({ time, past: this.past });
  }

  /** What was past at the earliest time that an answer of this age may show. */
  pastBefore(ageMs: number): Past {
    this.noteTime();
    const oldest = this.#now() - ageMs;
    return this.#times.find(({ time }) => time >= oldest)?.past ?? this.past;
  }
}

interface ListContext {
  readonly unit: number;
  readonly sizes: Readonly<Record<Subject, number>>;
  readonly order: Order;
}

function createList(
  subject: Subject,
  layout: Layout,
  { unit, sizes, order }: ListContext,
): ModelList {
  const { size } = layout;
  const makeBody = (number: number) => ({
    ...(subject === "tags" ? tagBody(number, sizes) : terminalBody(number, sizes)),
    ...timesOf(number, size, order),
  });
  const hidden = toHidden(layout.hidden, size, unit);
  const idless = new Set(layout.idless.map((at) => Math.floor(at * size)));
  const doubleOf = new Map<number, number>();
  for (const { at, distance } of layout.doubles) {
    const [copy, original] = [Math.floor(at * size), Math.floor(at * size) - distance];
    const isFree = (index: number) =>
      index >= 0 && !hidden(index) && !idless.has(index) && !doubleOf.has(index);
    const isTaken = [...doubleOf.values()].some((one) => one === copy || one === original);
    if (isFree(copy) && isFree(original) && !isTaken) doubleOf.set(copy, original);
  }
  const originals = new Set(doubleOf.values());
  const broken = layout.broken === null ? null : Math.floor(layout.broken * size);
  const rows = Array.from(
    { length: size },
    (_, index): Omit<Row, "since" | "changed" | "added"> => {
      const body = makeBody(doubleOf.get(index) ?? index);
      const id = idless.has(index) ? null : (body["id"] as string | number);
      return {
        id,
        isHidden: hidden(index),
        isDouble: doubleOf.has(index) || originals.has(index),
        isBroken: index === broken,
        body: { ...body, id },
      };
    },
  );
  return new ModelList(rows, makeBody);
}

function toHidden(hidden: Hidden, size: number, unit: number): (index: number) => boolean {
  switch (hidden.kind) {
    case "none":
      return () => false;
    case "seams":
      return (index) => index % unit === 0 || index % unit === unit - 1;
    case "many":
      return (index) => (index * 7 + 3) % 10 < 3;
    case "few": {
      const places = new Set(hidden.at.map((at) => Math.floor(at * size)));
      return (index) => places.has(index);
    }
    case "run": {
      const start = Math.floor(hidden.at * size);
      return (index) => index >= start && index < start + hidden.length;
    }
    case "ends":
      return (index) => index < hidden.first || index >= size - hidden.last;
  }
}

/** A record's times, as the list's order has them. What is edited later has later ones. */
function timesOf(number: number, size: number, order: Order) {
  const isNew = number >= size;
  const falling = isNew ? number : size - number;
  const last_update = 1_600_000_000 + (order === "updated, newest first" ? falling : number);
  if (order === "name") return { added_when: 1_500_000_000, last_update: 1_600_000_000 };
  return { added_when: 1_500_000_000 + number, last_update };
}

function tagBody(number: number, { tags, terminals }: Readonly<Record<Subject, number>>) {
  const terminal = terminalNumber(number, terminals);
  return {
    id: tagId(number),
    type: ["NFC", "QR", "RFID"][number % 3],
    name: nameOf("Tag", number),
    description: "",
    project_id: 1,
    is_active: number % 2 === 0,
    additional_data: {
      terminal_id: 1000 + terminal,
      terminal_uuid: uuidOf(terminal),
      terminal_imei: imeiOf(terminal),
      peer: tagId(terminalNumber(number, tags)),
    },
  };
}

function terminalBody(number: number, { tags }: Readonly<Record<Subject, number>>) {
  return {
    id: 1000 + number,
    imei: imeiOf(number),
    uuid: uuidOf(number),
    name: nameOf("Terminal", number),
    description: "",
    project_id: 1,
    is_active: true,
    can_insert_chip: true,
    can_change_chip: false,
    platform: "Android",
    platform_version: "14",
    model: ["X1", "X2"][number % 2],
    form_identifier: "",
    additional_data: { home_tag: tagId(terminalNumber(number, tags)) },
  };
}

/** A number of a record for another to link to, far from its own. */
function terminalNumber(number: number, size: number): number {
  return (number * 31 + 7) % Math.max(1, size);
}

/** The name has a word by which a third of all records are found. */
function nameOf(kind: string, number: number): string {
  return `${kind} ${["red", "green", "blue"][number % 3]} ${number}`;
}

/** Of ten tags, two have one UID, in upper and in lower case. */
function tagId(number: number): string {
  const own = `04ab${(number - (number % 10 === 9 ? 1 : 0)).toString(16).padStart(6, "0")}c0`;
  return number % 10 === 9 ? own.toUpperCase() : own;
}

/** Of ten terminals, two have one uuid. */
function uuidOf(number: number): string {
  const own = number - (number % 10 === 9 ? 1 : 0);
  return `00000000-0000-4000-8000-${String(own).padStart(12, "0")}`;
}

/** Of ten terminals, two have one imei. */
function imeiOf(number: number): string {
  return `35${String(number - (number % 10 === 9 ? 1 : 0)).padStart(13, "0")}`;
}
