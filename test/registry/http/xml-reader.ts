import { SaxesParser, type SaxesTagPlain } from "saxes";

/** An element of an XML text, with its children in order and all of its text. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/**
 * The JSON value that a response in XML stands for. Reads it by the rules of docs/registry.md alone, without knowing any endpoint.
 * Throws if the text is not well-formed.
 */
export function readXml(xml: string): unknown {
  return toValue(parseElement(xml));
}

function parseElement(xml: string): Element {
  const parser = new SaxesParser();
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open: Element[] = [root];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    const element: Element = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  const [element] = root.children;
  if (!element) throw new Error("The text has no element");
  return element;
}

function toValue({ attributes, children, text }: Element): unknown {
  switch (attributes["type"]) {
    case undefined:
      return attributes["encoding"] === "json" ? JSON.parse(text) : text;
    case "null":
      return null;
    case "number":
    case "boolean":
      return JSON.parse(text);
    case "array":
      return children.map(toValue);
    case "object":
      return Object.fromEntries(children.map((child) => [toKey(child), toValue(child)]));
    default:
      throw new Error(`An element of type ${attributes["type"]}`);
  }
}

function toKey({ name, attributes }: Element): string {
  if (attributes["key-json"] !== undefined) return JSON.parse(attributes["key-json"]);
  return attributes["key"] ?? name;
}
