import type { GraphQLSchema } from "graphql";
import {
  parseManifest,
  type RegisteredDocuments,
} from "../../gateway/answer/persisted-operations.ts";
import { FileError, WatchedFile } from "../../gateway/base/watched-file.ts";
import { type Addresses, readAddresses } from "../../gateway/http/addresses/address.ts";
import type { Tool } from "../../mcp/tool.ts";
import { createTools } from "../../mcp/tools.ts";
import type { LinkSetting } from "../../setting-parsers.ts";
import { CommandError, toCommandError } from "../command-error.ts";
import type { PartSources } from "./optional-parts.ts";

// What the file of registered operations makes of a gateway, and changes with it.
export interface Registered extends RegisteredDocuments {
  // The documents of the file, without those of tools.
  readonly manifest: ReadonlyMap<string, string>;
  readonly tools: readonly Tool[];
  readonly addresses: Addresses;
}

interface Origin {
  readonly schema: GraphQLSchema;
  readonly links: readonly LinkSetting[];
  // What was registered before: reading hundreds of operations takes long.
  readonly former?: Registered | undefined;
}

/**
 * Reads the file of registered operations, if the settings name one, and watches it.
 * @throws CommandError with a line for each mistake.
 */
export function watchRegistered(
  sources: PartSources,
  origin: Origin,
  stack: AsyncDisposableStack,
): { readonly current: Registered } {
  const { settings, metrics, clock, log } = sources;
  const { PERSISTED_OPERATIONS: path, PERSISTED_ONLY: only } = settings;
  if (path === undefined) {
    if (only) throw new CommandError("PERSISTED_ONLY: it needs a manifest in PERSISTED_OPERATIONS");
    return { current: register(new Map(), sources, origin) };
  }
  const setting = "PERSISTED_OPERATIONS";
  let former: Registered | undefined;
  const parse = (bytes: Buffer) => {
    const manifest = parseManifest(String(bytes), origin.schema, former?.texts);
    former = register(manifest, sources, { ...origin, former });
    return former;
  };
  try {
    const watched = stack.use(new WatchedFile({ path, setting, parse, clock, log }));
    metrics.watchFile(setting, () => watched.isOk);
    return watched;
  } catch (error) {
    throw error instanceof FileError ? toCommandError(setting, error) : error;
  }
}

function register(
  manifest: ReadonlyMap<string, string>,
  { settings, log }: PartSources,
  { schema, links, former }: Origin,
): Registered {
  // Those of a file that is refused are told to nobody.
  const warnings: string[] = [];
  const refuse = (reason: string) => void warnings.push(reason);
  const addresses = readAddresses(manifest.values(), schema, former?.addresses.queries);
  const { queries, without } = addresses;
  const { tools, documents } = settings.MCP
    ? createTools({ settings, schema, links, queries, refuse })
    : noTools;
  checkNames(tools);
  if (without.length > 0) refuse(`these operations have no address: ${without.join(", ")}`);
  for (const warning of warnings) log.warn(`PERSISTED_OPERATIONS: ${warning}`);
  const byId = new Map([...manifest, ...documents]);
  return { manifest, byId, texts: new Set(byId.values()), tools, addresses };
}

const noTools = { tools: [], documents: new Map<string, string>() };

function checkNames(tools: readonly Tool[]): void {
  for (const [name, [one, other]] of Map.groupBy(tools, (tool) => tool.name)) {
    if (other === undefined) continue;
    const both = [one, other].map((tool) => JSON.stringify(tool?.description)).join(" and ");
    throw new FileError(`two tools have the name ${name}: ${both}`);
  }
}
