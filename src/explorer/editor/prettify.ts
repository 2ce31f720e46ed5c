/**
 * A query's text in the usual layout, its comments kept; the text itself while its syntax is wrong.
 * The formatter is fetched when it is used first.
 */
export async function prettifyQuery(text: string): Promise<string> {
  const [{ format }, plugin] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/graphql"),
  ]);
  try {
    return await format(text, { parser: "graphql", plugins: [plugin] });
  } catch {
    return text;
  }
}

/** JSON text with two spaces of indentation; the text itself where it is no JSON. */
export function prettifyJson(text: string): string {
  if (text.trim() === "") return "";
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}
