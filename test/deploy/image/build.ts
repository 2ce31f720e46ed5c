import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createBase } from "./base.ts";
import { copyContext } from "./context.ts";
import { readDockerfile, type Stage, type Step } from "./dockerfile.ts";
import { runToEnd, startInSandbox } from "./sandbox.ts";

const run = promisify(execFile);

/** A built image: its root file system, and how its processes run. */
export interface Image {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: readonly [number, number];
  readonly labels: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

const bare: Omit<Image, "root"> = {
  environment: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
  folder: "/",
  user: [0, 0],
  labels: {},
  entrypoint: [],
  command: [],
  healthCheck: [],
};

interface Build {
  readonly context: string;
  readonly stages: Map<string, Image>;
}

/**
 * Builds an image as `docker build` does, but without an engine: it runs each step of the Dockerfile in the root file system of the
 * step's stage. An unknown instruction is an error.
 * @param checkout the folder with the Dockerfile and its .dockerignore.
 * @param place an empty folder, for the context and the stages.
 */
export async function buildImage(checkout: string, place: string): Promise<Image> {
  const build: Build = { context: join(place, "context"), stages: new Map() };
  await copyContext(checkout, build.context);
  let image: Image | undefined;
  for (const [position, stage] of readDockerfile(join(checkout, "Dockerfile")).entries()) {
    const base = join(place, stage.base);
    if (!existsSync(base)) await createBase(stage.base, base);
    const root = join(place, `stage-${position}`);
    await run("cp", ["--archive", base, root]);
    image = await buildStage(build, stage, { ...bare, root });
    build.stages.set(stage.name ?? String(position), image);
  }
  if (image === undefined) throw new Error("the Dockerfile has no stage");
  return image;
}

async function buildStage(build: Build, stage: Stage, base: Image): Promise<Image> {
  let image = base;
  for (const step of stage.steps) image = await carryOut(build, step, image);
  return image;
}

async function carryOut(build: Build, step: Step, image: Image): Promise<Image> {
  const { keyword, rest } = step;
  switch (keyword) {
    case "ENV":
      return { ...image, environment: { ...image.environment, ...parsePairs(rest) } };
    case "LABEL":
      return { ...image, labels: { ...image.labels, ...parsePairs(rest) } };
    case "WORKDIR": {
      const folder = resolve(image.folder, rest);
      await mkdir(join(image.root, folder), { recursive: true });
      return { ...image, folder };
    }
    case "USER":
      return { ...image, user: parseUser(rest) };
    case "ENTRYPOINT":
      return { ...image, entrypoint: parseCommand(rest) };
    case "CMD":
      return { ...image, command: parseCommand(rest) };
    case "HEALTHCHECK":
      return { ...image, healthCheck: parseCommand(rest.replace(/^CMD\s+/, "")) };
    case "EXPOSE":
      return image;
    case "COPY":
      await copyInto(build, step, image);
      return image;
    case "RUN":
      await runStep(step, image);
      return image;
    default:
      throw new Error(`${keyword} ${rest}: an instruction that this build does not know`);
  }
}

function parsePairs(text: string): Record<string, string> {
  if (text.includes("$")) throw new Error(`${text}: variables are not known here`);
  const pairs = [...text.matchAll(/([\w.-]+)=(?:"([^"]*)"|(\S+))/g)];
  return Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

/** A user must be a number, because Kubernetes cannot tell from a name that the user is not root. */
function parseUser(text: string): readonly [number, number] {
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (uid === undefined) throw new Error(`USER ${text}: expected numbers`);
  return [Number(uid), Number(gid)];
}

/** A command in exec form. The shell form becomes a command that calls the shell. */
function parseCommand(text: string): readonly string[] {
  return text.startsWith("[") ? JSON.parse(text) : ["/bin/sh", "-c", text];
}

async function copyInto({ context, stages }: Build, step: Step, image: Image): Promise<void> {
  const { from, ...unknown } = Object.fromEntries(step.flags);
  if (Object.keys(unknown).length > 0) throw new Error(`COPY ${step.rest}: unknown flags`);
  const origin = from === undefined ? context : stages.get(from)?.root;
  if (origin === undefined) throw new Error(`COPY --from=${from}: no such stage`);
  const sources = step.rest.split(/\s+/);
  const target = join(image.root, resolve(image.folder, sources.pop() ?? ""));
  await mkdir(target, { recursive: true });
  for (const source of sources) {
    const path = join(origin, source);
    // Like COPY: the contents of a folder, but a file itself.
    const copied = (await stat(path)).isDirectory() ? `${path}/.` : path;
    await run("cp", ["--archive", "--no-preserve=ownership", copied, target]);
  }
}

async function runStep({ flags, rest }: Step, image: Image): Promise<void> {
  const mounts = await readMounts(flags, image.root);
  const environment = { HOME: "/root", ...(await readNetworkSettings(image.root, mounts)) };
  const sandbox = startInSandbox({
    ...image,
    environment: { ...image.environment, ...environment },
    argv: ["/bin/sh", "-c", rest],
    mounts,
  });
  await runToEnd(sandbox);
}

/** The mounts of `RUN --mount`. Only npm's cache is supported: this machine's cache is mounted instead. */
async function readMounts(
  flags: ReadonlyMap<string, string>,
  root: string,
): Promise<Map<string, string>> {
  const mounts = new Map<string, string>();
  for (const [name, value] of flags) {
    const [, target] = /^type=cache,target=(\/root\/\.npm)$/.exec(value) ?? [];
    if (name !== "mount" || target === undefined) throw new Error(`RUN --${name}=${value}`);
    const { stdout } = await run("npm", ["config", "get", "cache"], { cwd: tmpdir() });
    await mkdir(stdout.trim(), { recursive: true });
    await mkdir(join(root, target), { recursive: true });
    mounts.set(target, stdout.trim());
  }
  return mounts;
}

/** What an engine adds for a step to reach the network: name servers, proxies and trusted certificates. */
async function readNetworkSettings(
  root: string,
  mounts: Map<string, string>,
): Promise<Record<string, string>> {
  await cp("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  const settings: Record<string, string> = {};
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]) {
    const value = process.env[name] ?? process.env[name.toLowerCase()];
    if (value !== undefined) settings[name] = value;
  }
  const certificates = process.env["NODE_EXTRA_CA_CERTS"];
  if (certificates !== undefined) {
    const target = "/run/certificates.pem";
    await writeFile(join(root, target), await readFile(certificates));
    mounts.set(target, certificates);
    settings["NODE_EXTRA_CA_CERTS"] = target;
  }
  return settings;
}
