/** The two kinds of record that the registry keeps (interface §2). */
export const recordKinds = ["tag", "terminal"] as const;

export type RecordKind = (typeof recordKinds)[number];

export function isRecordKind(value: unknown): value is RecordKind {
  return value === "tag" || value === "terminal";
}

/** The additional data of a record: null, or any JSON object. */
export type AdditionalData = Readonly<Record<string, unknown>> | null;

/** A tag (interface §2.2). In the sample, timestamps are seconds since 1970. */
export interface TagRecord {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly project_id: number;
  readonly description: string;
  readonly is_active: boolean;
  readonly added_when: number;
  readonly last_update: number;
  readonly additional_data: AdditionalData;
}

/** A terminal (interface §2.1). */
export interface TerminalRecord {
  readonly id: number;
  readonly imei: string;
  readonly uuid: string;
  readonly name: string;
  readonly description: string;
  readonly is_active: boolean;
  readonly added_when: number;
  readonly last_update: number;
  readonly can_insert_chip: boolean;
  readonly can_change_chip: boolean;
  readonly project_id: number;
  readonly platform: string;
  readonly platform_version: string;
  readonly model: string;
  readonly form_identifier: string;
  readonly additional_data: AdditionalData;
}

/** The types of item that a structure can have (interface §2.3). */
export const itemTypes = ["textbox", "textarea", "selectbox", "number", "image"] as const;

/** An item of a structure. Only a selectbox has an `enum`. */
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
