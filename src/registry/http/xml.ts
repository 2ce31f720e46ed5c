/**
 * A body in XML, made from the same body in JSON. The layout is ours (interface §4.6), described in docs/registry.md:
 * - every value is an element; one that is no text says in `type` what it is (number, boolean, null, object, array);
 * - members of the interface's own objects are elements of their names, those of additional data are
 *   `<field key="…">`, since their keys can be anything;
 * - a list's elements are repeated under it;
 * - text that XML cannot hold (control characters, lone surrogates) is written as JSON text, with `encoding="json"`,
 *   and such a key as `key-json`.
 */
export function writeXml(json: readonly (string | Uint8Array)[]): string {
  const text = json.map((piece) => (typeof piece === "string" ? piece : Buffer.from(piece)));
  const body: unknown = JSON.parse(text.join(""));
  const root = writeElement("response", { attributes: "", value: body, members: "named" });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** How the members of objects are written: as elements of their names, or as fields with a key. */
type Members = "named" | "keyed";

interface Content {
  readonly attributes: string;
  readonly value: unknown;
  readonly members: Members;
}

/** What the elements of the interface's own lists are called; those of any other list are `item`. */
const elementNames: ReadonlyMap<string, string> = new Map([
  ["tags", "tag"],
  ["terminals", "terminal"],
  ["enum", "option"],
]);

function writeElement(name: string, { attributes, value, members }: Content): string {
  const type = typeOf(value);
  const start = type === "string" ? `${name}${attributes}` : `${name}${attributes} type="${type}"`;
  const content = writeContent(name, value, members);
  if (typeof value === "string" && isBeyondXml(value)) {
    return `<${start} encoding="json">${content}</${name}>`;
  }
  return content === "" ? `<${start}/>` : `<${start}>${content}</${name}>`;
}

function writeContent(name: string, value: unknown, members: Members): string {
  if (value === null) return "";
  if (typeof value !== "object") return escapeText(toXmlText(String(value)));
  if (Array.isArray(value)) {
    const elementName = (members === "named" && elementNames.get(name)) || "item";
    return value
      .map((element) => writeElement(elementName, { attributes: "", value: element, members }))
      .join("");
  }
  return Object.entries(value)
    .map(([key, member]) => writeMember(key, member, members))
    .join("");
}

function writeMember(key: string, value: unknown, members: Members): string {
  if (members === "named") {
    const inner = key === "additional_data" ? "keyed" : "named";
    return writeElement(key, { attributes: "", value, members: inner });
  }
  const attribute = isBeyondXml(key) ? "key-json" : "key";
  const attributes = ` ${attribute}="${escapeAttribute(toXmlText(key))}"`;
  return writeElement("field", { attributes, value, members });
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const beyondXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

function isBeyondXml(text: string): boolean {
  return beyondXml.test(text);
}

/** The text, or its JSON text where XML has no way to write one of its characters, not even as a reference. */
function toXmlText(text: string): string {
  if (!isBeyondXml(text)) return text;
  // JSON leaves these two as they are; all else that XML lacks it escapes.
  return JSON.stringify(text).replaceAll("\ufffe", "\\ufffe").replaceAll("\uffff", "\\uffff");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** A parser would read a bare carriage return as a line feed, and take `]]>` amiss. */
function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => entities[character] ?? character);
}

/** A parser would read a bare tab or line end in an attribute as a space. */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character);
}
