import fc from "fast-check";
import type { Edit } from "./model/list.ts";
import type { Clamp, Envelope, Glitch, Happenings, Rules, Subject } from "./model/registry.ts";

/** Which rows of a list are hidden: paged with the others, then left out. */
export type Hidden =
  | { readonly kind: "none" | "seams" | "many" }
  | { readonly kind: "few"; readonly at: readonly number[] }
  | { readonly kind: "run"; readonly at: number; readonly length: number }
  | { readonly kind: "ends"; readonly first: number; readonly last: number };

export interface Layout {
  readonly size: number;
  readonly hidden: Hidden;
  /** The places of rows without an id, as fractions of the list. */
  readonly idless: readonly number[];
  /** The places of rows that have the id of another row, and the distance to it. */
  readonly doubles: readonly { readonly at: number; readonly distance: number }[];
  /** The place of a row that the registry fails to send; null for none. */
  readonly broken: number | null;
}

export interface Registry {
  readonly rules: Rules;
  readonly tags: Layout;
  readonly terminals: Layout;
}

/** What is asked. Places and sizes of records are fractions of the list. */
export type ResponseKey =
  | {
      readonly kind: "page";
      readonly subject: Subject;
      readonly from: "start" | "end";
      readonly size: number;
      /** Which of the cursors that were given out before; null for none. */
      readonly cursor: number | null;
      readonly total: boolean;
    }
  | {
      readonly kind: "walk";
      readonly subject: Subject;
      readonly from: "start" | "end";
      readonly size: number;
      /** `all`: by a filter that leaves all records, `name`: by one that leaves a third. */
      readonly filter: "none" | "all" | "name";
    }
  | { readonly kind: "total"; readonly subject: Subject; readonly isFiltered: boolean }
  | {
      readonly kind: "snapshot";
      readonly subject: Subject;
      readonly by: "all" | "name" | "search" | "order";
    }
  | { readonly kind: "facets"; readonly subject: Subject }
  | { readonly kind: "uids" | "uuids" | "imeis"; readonly at: readonly number[] }
  | {
      readonly kind: "joins";
      readonly by: "terminal_id" | "terminal_uuid" | "terminal_imei" | "peer";
      readonly first: number;
    }
  | { readonly kind: "nodes"; readonly subject: Subject; readonly share: number }
  | { readonly kind: "quality"; readonly subject: Subject }
  | {
      readonly kind: "changes";
      readonly subject: Subject;
      readonly polls: readonly Happenings[];
      /** After which poll the connection is lost and resumed; null for never. */
      readonly resumesAfter: number | null;
    };

export type Kind<Name extends ResponseKey["kind"]> = Extract<ResponseKey, { readonly kind: Name }>;

/** A question, how much time has passed since the one before, and what happens meanwhile. */
export interface Step {
  readonly key: number;
  readonly pauseMs: number;
  readonly question: ResponseKey;
  readonly tags: Happenings;
  readonly terminals: Happenings;
}

/** Questions to a gateway in front of one or two registries, each of which has a new key. */
export interface Scenario {
  /** Which of the gateways. */
  readonly gateway: number;
  /** Whether a gateway is started for this scenario alone. */
  readonly isFresh: boolean;
  readonly registries: readonly Registry[];
  readonly steps: readonly Step[];
}

/** What may be unusual about a registry, and about what happens to it. */
const oddities = [
  "clamp",
  "refusal",
  "envelope",
  "past the end",
  "hidden rows",
  "rows without an id",
  "double ids",
  "a broken row",
  "glitches",
] as const;
type Oddity = (typeof oddities)[number] | "edits";

/** Mostly few at once, so that what is lost has few causes, and what goes well is not excused by others. */
const someOddities: fc.Arbitrary<readonly Oddity[]> = fc.oneof(
  fc.subarray([...oddities], { maxLength: 2 }),
  fc.subarray([...oddities], { maxLength: 4 }),
  fc.subarray([...oddities]),
);

/**
 * All scenarios whose truth a reader can find out.
 * @param kinds `still`: only registries that are sane, and that nobody edits.
 */
export function scenarios(gateways: number, kinds: "all" | "still"): fc.Arbitrary<Scenario> {
  return fc
    .record({
      gateway: fc.nat(gateways - 1),
      isFresh: fc.nat(49).map((number) => number === 49),
      odd: someOddities,
      isEdited: fc.boolean(),
      registries: fc.oneof(
        { weight: 4, arbitrary: fc.tuple(registries) },
        { weight: 1, arbitrary: fc.tuple(registries, registries) },
      ),
      steps: fc.array(steps, { minLength: 1, maxLength: 5 }),
    })
    .map(({ odd, isEdited, ...scenario }) => {
      const isOdd = new Set<Oddity>(isEdited ? [...odd, "edits"] : odd);
      if (kinds === "still") isOdd.clear();
      const given = scenario.registries.map((registry) =>
        toKnowable(keepOddities(registry, isOdd)),
      );
      const plainSteps = scenario.steps.map((step) => keepHappenings(step, isOdd));
      return { ...scenario, registries: given, steps: plainSteps };
    });
}

/** Makes a registry usual, except where it shall be odd. */
function keepOddities({ rules, ...layouts }: Registry, isOdd: ReadonlySet<Oddity>): Registry {
  const keep = (layout: Layout): Layout => ({
    size: layout.size,
    hidden: isOdd.has("hidden rows") ? layout.hidden : { kind: "none" },
    idless: isOdd.has("rows without an id") ? layout.idless : [],
    doubles: isOdd.has("double ids") ? layout.doubles : [],
    broken: isOdd.has("a broken row") ? layout.broken : null,
  });
  return {
    rules: {
      order: rules.order,
      clamp: isOdd.has("clamp") ? rules.clamp : null,
      refusal: isOdd.has("refusal") ? rules.refusal : null,
      envelope: isOdd.has("envelope") ? rules.envelope : honest,
      pastEnd: isOdd.has("past the end") ? rules.pastEnd : "empty",
    },
    tags: keep(layouts.tags),
    terminals: keep(layouts.terminals),
  };
}

const honest: Envelope = { count: "stored", pageCount: true, lag: 1 };

function keepHappenings(step: Step, isOdd: ReadonlySet<Oddity>): Step {
  const isUsual = ({ edit: { kind } }: Happenings["edits"][number]) =>
    isOdd.has("hidden rows") || (kind !== "hide" && kind !== "show");
  const keep = ({ edits, glitches }: Happenings): Happenings => ({
    edits: isOdd.has("edits") ? edits.filter(isUsual) : [],
    glitches: isOdd.has("glitches") ? glitches : [],
  });
  const { question } = step;
  return {
    ...step,
    tags: keep(step.tags),
    terminals: keep(step.terminals),
    question:
      question.kind === "changes" ? { ...question, polls: question.polls.map(keep) } : question,
  };
}

const fraction = fc.nat(999).map((thousandths) => thousandths / 1000);
const subject = fc.constantFrom<Subject>("tags", "terminals");
const side = fc.constantFrom("start" as const, "end" as const);

/** Mostly the first of these, and otherwise one of the others. */
function mostly<T>(weight: number, usual: T, ...others: readonly fc.Arbitrary<T>[]) {
  return fc.oneof(
    { weight, arbitrary: fc.constant(usual) },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

const limit = fc.integer({ min: 3, max: 60 });

const clamps: fc.Arbitrary<Clamp> = fc.record({
  told: fc.constantFrom("honest", "silent", "unstated"),
  limits: fc.array(fc.record({ limit, calls: fc.integer({ min: 1, max: 6 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  offset: mostly<Clamp["offset"]>(4, "before", fc.constant("after")),
});

const envelopes: fc.Arbitrary<Envelope> = fc.record({
  count: fc.constantFrom<Envelope["count"][]>(
    ...([
      "stored",
      "visible",
      "visible",
      "none",
      "none",
      "other",
      "stale",
      "over",
      "under",
    ] as const),
  ),
  pageCount: fc.boolean(),
  lag: fc.integer({ min: 1, max: 4 }),
});

const rules: fc.Arbitrary<Rules> = fc.record({
  order: fc.constantFrom("insertion", "updated", "updated, newest first", "name"),
  clamp: clamps,
  refusal: fc.record({
    above: fc.integer({ min: 10, max: 60 }),
    status: fc.constantFrom(400, 413, 422),
  }),
  envelope: envelopes,
  pastEnd: fc.constantFrom<Rules["pastEnd"][]>(
    404,
    "last page",
    400,
    "last page, number asked for",
  ),
});

const hiddenRows: fc.Arbitrary<Hidden> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Hidden>({ kind: "none" }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("few" as const),
      at: fc.array(fraction, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Hidden[]>({ kind: "seams" }, { kind: "many" }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("run" as const),
      at: fraction,
      length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 90 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("ends" as const),
      first: fc.integer({ min: 0, max: 6 }),
      last: fc.integer({ min: 0, max: 6 }),
    }),
  },
);

const layouts: fc.Arbitrary<Layout> = fc.record({
  size: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 10 }) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 120 }) },
  ),
  hidden: hiddenRows,
  idless: fc.array(fraction, { maxLength: 4 }),
  doubles: fc.array(fc.record({ at: fraction, distance: fc.integer({ min: 1, max: 30 }) }), {
    maxLength: 2,
  }),
  broken: mostly<number | null>(3, null, fraction),
});

const registries: fc.Arbitrary<Registry> = fc.record({ rules, tags: layouts, terminals: layouts });

/**
 * Changes what no reader could know:
 *
 * - how far a page reached that was cut without a word, and of which the registry hides the first or the last rows;
 * - whether rows follow behind more pages without rows than a reader tries, if the count leaves out the hidden ones.
 *
 * Where a registry shows less than it says elsewhere, the model notes that it deceives, and what follows is not held against the reader.
 */
function toKnowable(registry: Registry): Registry {
  const { clamp, refusal, envelope } = registry.rules;
  const change = (how: (layout: Layout) => Layout): Registry => ({
    ...registry,
    tags: how(registry.tags),
    terminals: how(registry.terminals),
  });
  if (clamp !== null && clamp.told !== "honest") return change(withoutRuns);
  if (envelope.count === "stored") return registry;
  const limits = [...(clamp?.limits ?? []).map((one) => one.limit), (refusal?.above ?? 90) / 2];
  return change((layout) => withShortRuns(layout, 4 * Math.floor(Math.min(...limits))));
}

/** Eight pages without rows reach at least so far as four that do not overlap. */
function withShortRuns(layout: Layout, longest: number): Layout {
  const { hidden } = layout;
  if (hidden.kind !== "run" || hidden.length <= longest) return layout;
  return { ...layout, hidden: { ...hidden, length: longest } };
}

function withoutRuns(layout: Layout): Layout {
  const { hidden } = layout;
  if (hidden.kind === "none") return layout;
  return {
    ...layout,
    hidden: { kind: "few", at: hidden.kind === "few" ? hidden.at.slice(0, 1) : [0.5] },
  };
}

export const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(
    ...(["add", "remove", "edit", "move", "put back", "hide", "show"] as const),
  ),
  at: fraction,
  to: fraction,
  many: mostly(
    6,
    0,
    fc.nat(33).map((hundredths) => hundredths / 100),
  ),
});

export const glitches: fc.Arbitrary<Glitch> = fc.record({
  kind: fc.constantFrom<Glitch["kind"][]>(
    "late",
    "late",
    "cut",
    "holes",
    "empty",
    "same",
    "twice",
    500,
    503,
  ),
  size: fraction,
});

const call = fc.nat(12);

/** Two looks may show the same accident, two readings too, and an outage may outlast all attempts. */
const lastingGlitches = mostly(
  2,
  { calls: 1, looks: 1 },
  fc.record({ calls: fc.constant(1), looks: fc.integer({ min: 2, max: 3 }) }),
  fc.record({
    calls: fc.oneof(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 30 })),
    looks: fc.constant(1),
  }),
);

/** A record is removed and added again at the end, before each of the first calls. */
const restlessRecord: fc.Arbitrary<Happenings["edits"]> = fc
  .record({ at: fraction, kind: fc.constantFrom("move" as const, "put back" as const) })
  .map(({ at, kind }) =>
    [1, 2, 3, 4].map((when) => ({ call: when, edit: { kind, at, to: 1, many: 0 } })),
  );

const happenings: fc.Arbitrary<Happenings> = fc.record({
  edits: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(fc.record({ call, edit: edits }), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(fc.record({ call, edit: edits }), { maxLength: 14 }) },
    { weight: 1, arbitrary: restlessRecord },
  ),
  glitches: fc.array(
    fc
      .tuple(call, glitches, lastingGlitches)
      .map(([when, glitch, lasting]) => ({ call: when, glitch, ...lasting })),
    { maxLength: 2 },
  ),
});

const pageSize = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 70 }));
const places = fc.array(fraction, { minLength: 1, maxLength: 5 });

const questions: fc.Arbitrary<ResponseKey> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("page" as const),
      subject,
      from: side,
      size: pageSize,
      cursor: fc.option(fraction),
      total: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("walk" as const),
      subject,
      from: side,
      size: fc.integer({ min: 5, max: 60 }),
      filter: fc.constantFrom("none", "none", "none", "none", "all", "name"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("total" as const),
      subject,
      isFiltered: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("snapshot" as const),
      subject,
      by: fc.constantFrom("all", "name", "search", "order"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("facets" as const), subject }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("uids" as const, "uuids" as const, "imeis" as const),
      at: places,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("joins" as const),
      by: fc.constantFrom("terminal_id", "terminal_uuid", "terminal_imei", "peer"),
      first: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("nodes" as const), subject, share: fraction }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("quality" as const), subject }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("changes" as const),
      subject,
      polls: fc.array(happenings, { minLength: 1, maxLength: 3 }),
      resumesAfter: fc.option(fc.nat(2)),
    }),
  },
);

const steps: fc.Arbitrary<Step> = fc.record({
  key: fc.nat(1),
  pauseMs: fc.constantFrom(0, 0, 1000, 10_000, 60_000),
  question: questions,
  tags: happenings,
  terminals: happenings,
});
