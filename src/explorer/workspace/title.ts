import { blankComments } from "../query/build/text.ts";

const strings = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\r\n])*"/g;

export function titleOf({
  title = null,
  query,
}: {
  readonly title?: string | null;
  readonly query: string;
}): string {
  if (title !== null) return title;
  // A description is a string, and may hold any words.
  const text = blankComments(query).replace(strings, "");
  const name = /\b(?:query|subscription|fragment)\s+([_A-Za-z]\w*)/.exec(text)?.[1];
  return name ?? /\{\s*([_A-Za-z]\w*)/.exec(text)?.[1] ?? "Untitled";
}
