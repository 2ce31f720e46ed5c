export const recordKinds = ["tag", "terminal"] as const;

export type RecordKind = (typeof recordKinds)[number];

export function isRecordKind(value: unknown): value is RecordKind {
  return value === "tag" || value === "terminal";
}

export type AdditionalData = Readonly<Record<string, unknown>> | null;

export const itemTypes = ["textbox", "textarea", "selectbox", "number", "image"] as const;

export interface Item {
  readonly type: (typeof itemTypes)[number];
  readonly name: string;
  readonly identifier: string;
  readonly set_via_app: boolean;
  readonly enum?: readonly string[];
}

export interface Structure {
  readonly items: readonly Item[];
  readonly last_update: number;
}
