export interface Notice {
  readonly tone: "done" | "error" | "warning";
  readonly title: string;
  readonly detail: string;
}

export function errorNotice(title: string, detail: string): Notice {
  return { tone: "error", title, detail };
}

export const badVariables = errorNotice(
  "The variables are not a JSON object",
  'They look like { "first": 10 }, with names and strings in double quotes.',
);

export function warningNotice(title: string, detail: string): Notice {
  return { tone: "warning", title, detail };
}
