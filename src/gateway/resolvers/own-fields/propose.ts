import type { JsonObject } from "../../../registry-client/json-values.ts";
import type { Subject } from "../../../registry-client/records.ts";
import { maxIdentifierLength } from "../../../search/table/keys.ts";
import type { LinkSetting } from "../../../setting-parsers.ts";
import { readDateText } from "../../base/time/date-text.ts";
import type { ItemType, ReadItem } from "../structure/items.ts";
import { maxFieldsPerType, maxFileBytes, toEnumValue } from "./names.ts";

export interface KnownData {
  readonly items: readonly ReadItem[];
  readonly data: readonly JsonObject[];
}

/**
 * SDL of own fields for what structures and links name, as `parseOwnFields` takes it; null if they
 * name nothing. It is text of a registry without its control characters.
 */
export function proposeOwnFields(
  known: Readonly<Record<Subject, KnownData>>,
  links: readonly LinkSetting[],
): string | null {
  const types = (["tag", "terminal"] as const).flatMap((subject) =>
    proposeType(
      subject,
      known[subject],
      links.filter((link) => link.subject === subject),
    ),
  );
  if (types.length === 0) return null;
  return ["# Proposed by `tapgraph fields`, and yours to edit.\n", ...types].join("\n");
}

function proposeType(
  subject: Subject,
  { items, data }: KnownData,
  links: readonly LinkSetting[],
): readonly string[] {
  const targets = new Map(links.map(({ identifier, target }) => [identifier, target]));
  const all = new Set([...items.map((item) => item.identifier ?? ""), ...targets.keys()]);
  const identifiers = [...all].filter(canBeField);
  const taken = new Set<string>();
  const fields: string[] = [];
  let bytes = 0;
  for (const identifier of identifiers.slice(0, maxFieldsPerType)) {
    const target = targets.get(identifier);
    const name = chooseName(identifier, target, taken);
    const item = items.find((one) => one.identifier === identifier);
    const field = printField(name, { identifier, target, item, data });
    bytes += new TextEncoder().encode(field).length;
    if (bytes > maxTypeBytes) break;
    fields.push(field);
  }
  if (fields.length === 0) return [];
  const comments = [
    ...explainStrangers(items.filter(({ identifier }) => !canBeField(identifier ?? ""))),
    ...explainRest(identifiers.length - fields.length),
  ];
  const lines = [...fields, ...comments].map((line) => `${line}\n`).join("");
  return [`type ${subject === "tag" ? "Tag" : "Terminal"}Data {\n${lines}}\n`];
}

/** The comments and both types fit into a file. */
const maxTypeBytes = maxFileBytes / 2 - 10_000;

/** GraphQL has no text with half of a surrogate pair. */
export function canBeField(identifier: string): boolean {
  const { length } = identifier;
  return length > 0 && length <= maxIdentifierLength && identifier.isWellFormed();
}

function explainStrangers(items: readonly ReadItem[]): readonly string[] {
  if (items.length === 0) return [];
  const names = items.slice(0, 5).map(({ name }) => JSON.stringify(toLine(name ?? "", 60)));
  const more = items.length > 5 ? ", …" : "";
  return [
    `  # Left out, because an identifier is a text of 1 to ${maxIdentifierLength} characters: ${names.join(", ")}${more}`,
  ];
}

function explainRest(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `  # Left out: ${count} more. A type has at most ${maxFieldsPerType} fields, a file ${maxFileBytes} bytes.`,
  ];
}

/** Two names that are the same value of an enum cannot stand together. */
function chooseName(identifier: string, target: Target | undefined, taken: Set<string>): string {
  const wanted = toName(identifier, target);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    const value = toEnumValue(name);
    if (taken.has(value)) continue;
    taken.add(value);
    return name;
  }
}

type Target = LinkSetting["target"];

function toName(identifier: string, target: Target | undefined): string {
  const latin = identifier
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll("ß", "ss");
  const [first = "", ...others] = (latin.match(/[A-Za-z0-9]+/g) ?? []).map((word) =>
    /[a-z]/.test(word) ? word : word.toLowerCase(),
  );
  const start = first.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (capitals) => capitals.toLowerCase());
  const name = [start, ...others.map(capitalize)].join("");
  if (!/[A-Za-z]/.test(name)) return "field";
  const named = target === undefined ? name : withoutEnd(name, target);
  return /^\d/.test(named) ? `_${named}` : named;
}

/** `terminal` for `terminalId`: the field is the record, not its id. */
function withoutEnd(name: string, target: Target): string {
  const [, field = ""] = target.split(".");
  const end = [capitalize(field), field.toUpperCase()].find((one) => name.endsWith(one));
  return end === undefined ? name : name.slice(0, -end.length);
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

interface Proposal {
  readonly identifier: string;
  readonly target: Target | undefined;
  readonly item: ReadItem | undefined;
  readonly data: readonly JsonObject[];
}

function printField(name: string, proposal: Proposal): string {
  const { identifier, target, item } = proposal;
  const [subject, names = "id"] = target?.split(".") ?? [];
  const type = subject === undefined ? types[item?.type ?? "UNKNOWN"] : capitalize(subject);
  const args = [
    ...(identifier === name ? [] : [`identifier: ${quote(identifier)}`]),
    ...(names === "id" ? [] : [`names: ${names.toUpperCase()}`]),
  ];
  const directive = args.length === 0 ? "" : ` @item(${args.join(", ")})`;
  const comment =
    type === "String" && areDates(proposal) ? " # DateTime, if all values are dates" : "";
  const description = item === undefined ? "" : describe(item);
  const before = description === "" ? "" : `  ${JSON.stringify(description)}\n`;
  return `${before}  ${name}: ${type}${directive}${comment}`;
}

const types: Readonly<Record<ItemType, string>> = {
  TEXTBOX: "String",
  TEXTAREA: "String",
  SELECTBOX: "String",
  IMAGE: "String",
  NUMBER: "Float",
  UNKNOWN: "JSON",
};

function describe({ name, type, enum: options }: ReadItem): string {
  const choice = type === "SELECTBOX" && options !== null ? options.join(", ") : "";
  return [name ?? "", choice]
    .map((text) => toLine(text, 200))
    .filter((text) => text !== "")
    .join(": ");
}

const dateWords = /(?<![a-z])(?:date|datum|deadline|due|expires|expiry|since|until)(?![a-z])/i;

function areDates({ identifier, item, data }: Proposal): boolean {
  if (item?.type === "IMAGE") return false;
  const values = data
    .map((one) => (Object.hasOwn(one, identifier) ? one[identifier] : null))
    .filter((value) => value !== null && value !== "");
  const dates = values.filter((value) => typeof value === "string" && readDateText(value) !== null);
  // A single value may look like a date by chance.
  if (values.length > 1) return dates.length >= values.length * 0.9;
  const words = `${identifier} ${item?.name ?? ""}`.replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return dates.length === values.length && dateWords.test(words);
}

function toLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength)
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return text.length > maxLength ? `${line}…` : line;
}

/** As GraphQL reads it, with nothing that a terminal obeys. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
