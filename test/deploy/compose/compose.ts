import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A service of the compose file, as far as tests look at it. */
export interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** The compose file. */
export interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** The folder of the compose file. */
export const deployFolder = join(import.meta.dirname, "../../../deploy");

/** Reads the compose file as Compose does, with what is merged into its services. */
export function readCompose(): Compose {
  return parse(readFileSync(join(deployFolder, "compose.yaml"), "utf8"), { merge: true });
}
