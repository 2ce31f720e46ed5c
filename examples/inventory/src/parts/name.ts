/** What a record is called: its name, or its id where it has none that can be seen. */
export function toTitle(name: string, id: string): string {
  return [name, id].find((text) => text.trim() !== "") ?? "(no name)";
}
