/** A record's name, or its id if the name is blank. */
export function toTitle(name: string, id: string): string {
  return [name, id].find((text) => text.trim() !== "") ?? "(no name)";
}
