import type { LogTarget } from "tapgraph";

/** The application's own logger: it writes each event as one line of text, with its fields as JSON. */
export function createLog(write: (line: string) => void): LogTarget {
  const at = (level: string) => (fields: object, message: string) =>
    write(`${level} ${message} ${JSON.stringify(fields)}`);
  return { debug: () => {}, info: at("info"), warn: at("warn"), error: at("error") };
}
