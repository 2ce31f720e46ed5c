import { isRawNumber, parseJson } from "../json.ts";

/**
 * Writes a JSON body as XML. The layout is ours (interface §4.6) and described in docs/registry.md:
 * - every value is an element; unless it is a string, the attribute `type` says what it is (number,
 *   boolean, null, object, array);
 * - a member of the interface's own objects is an element with its name; a member of additional
 *   data is `<field key="…">`, because its key can be anything;
 * - each element of a list is a child of the list's element;
 * - a string that XML cannot hold (control characters, lone surrogates) is written as JSON, with
 *   `encoding="json"`, and such a key as `key-json`.
 */
export function writeXml(json: string): string {
  const body = parseJson(json);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement("response", "", body, named)}\n`;
}

interface Layout {
  writeMember(key: string, value: unknown): string;
  nameElement(listName: string): string;
}

const named: Layout = {
  writeMember: (key, value) =>
    writeElement(key, "", value, key === "additional_data" ? keyed : named),
  nameElement: (listName) => elementNames.get(listName) ?? "item",
};

const elementNames: ReadonlyMap<string, string> = new Map([
  ["tags", "tag"],
  ["terminals", "terminal"],
  ["enum", "option"],
]);

const keyed: Layout = {
  writeMember(key, value) {
    const attribute = fitsXml(key) ? "key" : "key-json";
    return writeElement("field", ` ${attribute}="${escapeAttribute(key)}"`, value, keyed);
  },
  nameElement: () => "item",
};

function writeElement(name: string, attributes: string, value: unknown, layout: Layout): string {
  const start = `<${name}${attributes}${describeType(value)}`;
  const content = writeContent(name, value, layout);
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

function describeType(value: unknown): string {
  if (typeof value === "string") return fitsXml(value) ? "" : ' encoding="json"';
  if (value === null) return ' type="null"';
  if (isRawNumber(value)) return ' type="number"';
  return ` type="${Array.isArray(value) ? "array" : typeof value}"`;
}

function writeContent(name: string, value: unknown, layout: Layout): string {
  if (value === null) return "";
  if (typeof value !== "object") return escapeText(String(value));
  if (isRawNumber(value)) return value.rawJSON;
  if (Array.isArray(value)) {
    const elementName = layout.nameElement(name);
    return value.map((element) => writeElement(elementName, "", element, layout)).join("");
  }
  return Object.entries(value)
    .map(([key, member]) => layout.writeMember(key, member))
    .join("");
}

const beyondXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

function fitsXml(text: string): boolean {
  return !beyondXml.test(text);
}

/** A parser reads a bare carriage return as a line feed, and refuses a bare `]]>`. */
function escapeText(text: string): string {
  return toXmlText(text).replace(/[&<>\r]/g, toReference);
}

/** A parser reads a bare tab or line end in an attribute as a space. */
function escapeAttribute(text: string): string {
  return toXmlText(text).replace(/[&<>"\t\n\r]/g, toReference);
}

function toXmlText(text: string): string {
  if (fitsXml(text)) return text;
  // JSON escapes everything that XML cannot hold, except these two.
  return JSON.stringify(text).replaceAll("\ufffe", "\\ufffe").replaceAll("\uffff", "\\uffff");
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

function toReference(character: string): string {
  return references[character] ?? character;
}
