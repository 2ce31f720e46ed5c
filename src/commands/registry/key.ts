import { createKey, listKeys } from "../../registry/keys.ts";
import type { Settings } from "../../settings.ts";
import { parseArguments, parseProject } from "../arguments.ts";
import { CommandError } from "../command-error.ts";
import { toUsageError } from "../help.ts";
import { formatTable } from "../printable.ts";
import { requireLasting, requireStore, storeAddressOf, withStore } from "./stores.ts";

const command = "tapgraph registry key";

export async function runRegistryKey(settings: Settings, argv: readonly string[]): Promise<void> {
  const [action, ...rest] = argv;
  switch (action) {
    case "create":
      return await create(requireLasting(command, storeAddressOf(settings)), rest);
    case "list":
      return await list(requireStore(settings), rest);
    case "revoke":
      return await revoke(requireStore(settings), rest);
    default:
      throw toUsageError(command);
  }
}

async function create(address: string, argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArguments(`${command} create`, argv, {
    project: { type: "string" },
    name: { type: "string", default: "" },
  });
  if (positionals.length > 0) throw toUsageError(command);
  const projectId = parseProject(`${command} create`, values.project);
  const { id, key } = await withStore(address, (store) =>
    createKey(store, { projectId, name: values.name, createdWhen: Math.floor(Date.now() / 1000) }),
  );
  process.stderr.write(`Key ${id} of project ${projectId}. It is shown only once:\n`);
  process.stdout.write(`${key}\n`);
}

async function list(address: string, argv: readonly string[]): Promise<void> {
  if (parseArguments(`${command} list`, argv, {}).positionals.length > 0)
    throw toUsageError(command);
  const keys = await withStore(address, listKeys);
  const rows = keys.map(({ id, projectId, createdWhen, name }) => {
    const created = new Date(createdWhen * 1000).toISOString().slice(0, 19);
    return [id, String(projectId), created, name];
  });
  process.stdout.write(formatTable([["ID", "PROJECT", "CREATED (UTC)", "NAME"], ...rows]));
}

async function revoke(address: string, argv: readonly string[]): Promise<void> {
  const [id, ...others] = parseArguments(`${command} revoke`, argv, {}).positionals;
  if (id === undefined || others.length > 0) throw toUsageError(command);
  await withStore(address, async (store) => {
    if (await store.removeKey(id)) return;
    throw new CommandError(`${store.name} has no key ${id} (see tapgraph registry key list)`);
  });
  process.stdout.write(`Key ${id} is revoked.\n`);
}
