/** The two kinds of record that the registry keeps (interface §2). */
export const recordKinds = ["tag", "terminal"] as const;

export type RecordKind = (typeof recordKinds)[number];

export function isRecordKind(value: unknown): value is RecordKind {
  return value === "tag" || value === "terminal";
}

/** The additional data of a record: null, or any JSON object. */
export type AdditionalData = Readonly<Record<string, unknown>> | null;

/** The types of item that a structure can have (interface §2.3). */
export const itemTypes = ["textbox", "textarea", "selectbox", "number", "image"] as const;

export interface Item {
  readonly type: (typeof itemTypes)[number];
  readonly name: string;
  readonly identifier: string;
  readonly set_via_app: boolean;
  readonly enum?: readonly string[];
}

/** The structure of the additional data of a project's tags or terminals (interface §2.3). */
export interface Structure {
  readonly items: readonly Item[];
  readonly last_update: number;
}
