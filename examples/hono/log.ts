import type { LogTarget } from "tapgraph";

/** A logger of the application's own: one line of text for each event, with its fields as JSON. */
export function createLog(write: (line: string) => void): LogTarget {
  const at = (level: string) => (fields: object, message: string) =>
    write(`${level} ${message} ${JSON.stringify(fields)}`);
  return { debug: () => {}, info: at("info"), warn: at("warn"), error: at("error") };
}
