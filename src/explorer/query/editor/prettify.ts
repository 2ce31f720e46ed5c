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

export function prettifyJson(text: string): string {
  if (text.trim() === "") return "";
  try {
    return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return text;
  }
}
