/** The oldest major version that is known to work, by the server's own name. */
const minVersions: Readonly<Record<string, number>> = { redis: 7, valkey: 8 };

/** Whether tapgraph works with a server, judged by its reply to HELLO: a list of names, each followed by its value. */
export function isKnownToWork(greeting: unknown): boolean {
  if (!Array.isArray(greeting)) return false;
  const server = readMember(greeting, "server");
  const minVersion = server === undefined ? undefined : minVersions[server];
  const major = Number.parseInt(readMember(greeting, "version") ?? "", 10);
  return minVersion !== undefined && major >= minVersion;
}

function readMember(greeting: readonly unknown[], name: string): string | undefined {
  const position = greeting.findIndex((entry) => String(entry) === name);
  return position < 0 ? undefined : String(greeting[position + 1]);
}
