import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { checkout } from "../checkout.ts";

/** The part of a service in the compose file that tests read. */
export interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly depends_on?:
    | Readonly<Record<string, { readonly condition: string }>>
    | readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
}

/** The compose file. */
export interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** The folder of the compose file. */
export const deployFolder = join(checkout, "deploy");

/** Reads the compose file as Compose does, with its merged parts in place. */
export function readCompose(): Compose {
  return parse(readFileSync(join(deployFolder, "compose.yaml"), "utf8"), { merge: true });
}

/** Creates the secrets in a folder, with the commands that docs/operate.md gives for `deploy/`. */
export function makeSecrets(folder: string): void {
  const guide = readFileSync(join(deployFolder, "../docs/operate.md"), "utf8");
  const [commands] = [...guide.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, text = ""]) => text)
    .filter((text) => text.includes("secrets"));
  if (commands === undefined) throw new Error("docs/operate.md does not say how to create secrets");
  execFileSync("bash", ["-euo", "pipefail", "-c", commands], { cwd: folder });
}
