export function splice(text: string, from: number, to: number, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}

export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? "";
}

/** Puts spaces in place of comments, so that offsets stay the same. */
export function blankComments(query: string): string {
  return query.replace(stringOrComment, (part) =>
    part.startsWith("#") ? " ".repeat(part.length) : part,
  );
}

/** Strings are matched because a `#` in a string does not start a comment. */
const stringOrComment = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\r\n])*"|#.*/g;
