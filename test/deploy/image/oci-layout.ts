import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import type { Image } from "./build.ts";

const run = promisify(execFile);

/** What a blob is, and the name by which a registry or an engine finds and checks it. */
interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

const types = {
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar",
};

/** Writes an image, with one layer, in the form in which registries and engines exchange images. */
export async function writeLayout(image: Image, layout: string): Promise<void> {
  await mkdir(join(layout, "blobs/sha256"), { recursive: true });
  const tar = join(layout, "layer.tar");
  const options = ["--create", "--numeric-owner", "--xattrs", "--file", tar];
  await run("tar", [...options, "--directory", image.root, "."]);
  const layer = await addBlob(layout, types.layer, tar);
  const { environment, folder, user, labels, entrypoint, command, healthCheck } = image;
  const config = await addJson(layout, types.config, {
    os: "linux",
    rootfs: { type: "layers", diff_ids: [layer.digest] },
    config: {
      Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      WorkingDir: folder,
      User: user.join(":"),
      Labels: labels,
      Entrypoint: entrypoint,
      Cmd: command,
      Healthcheck: { Test: ["CMD", ...healthCheck] },
    },
  });
  const manifest = { schemaVersion: 2, mediaType: types.manifest, config, layers: [layer] };
  const index = { schemaVersion: 2, manifests: [await addJson(layout, types.manifest, manifest)] };
  await writeFile(join(layout, "index.json"), JSON.stringify(index));
  await writeFile(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
}

/** Unpacks an image into an empty folder. @throws Error if a blob is not what its digest says. */
export async function unpackLayout(layout: string, root: string): Promise<Image> {
  const { manifests } = JSON.parse(await readFile(join(layout, "index.json"), "utf8"));
  const manifest = await readJson(layout, manifests[0]);
  const { config } = await readJson(layout, manifest.config);
  await mkdir(root);
  for (const layer of manifest.layers) {
    const tar = await findBlob(layout, layer);
    const options = ["--extract", "--numeric-owner", "--same-permissions", "--xattrs"];
    await run("tar", [...options, "--file", tar, "--directory", root]);
  }
  const [uid, gid] = config.User.split(":").map(Number);
  return {
    root,
    environment: Object.fromEntries(config.Env.map((pair: string) => pair.split(/=(.*)/s, 2))),
    folder: config.WorkingDir,
    user: [uid, gid],
    labels: config.Labels,
    entrypoint: config.Entrypoint,
    command: config.Cmd,
    healthCheck: config.Healthcheck.Test.slice(1),
  };
}

async function addJson(layout: string, mediaType: string, value: object): Promise<Descriptor> {
  const file = join(layout, "value.json");
  await writeFile(file, JSON.stringify(value));
  return addBlob(layout, mediaType, file);
}

/** Moves a file to where its digest says. */
async function addBlob(layout: string, mediaType: string, file: string): Promise<Descriptor> {
  const { size } = await stat(file);
  const digest = await computeDigest(file);
  await rename(file, pathOf(layout, digest));
  return { mediaType, digest, size };
}

// biome-ignore lint/suspicious/noExplicitAny: its readers name the fields that they expect.
async function readJson(layout: string, descriptor: Descriptor): Promise<any> {
  return JSON.parse(await readFile(await findBlob(layout, descriptor), "utf8"));
}

async function findBlob(layout: string, { digest }: Descriptor): Promise<string> {
  const file = pathOf(layout, digest);
  if ((await computeDigest(file)) !== digest) throw new Error(`${digest}: has other contents`);
  return file;
}

async function computeDigest(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return `sha256:${hash.digest("hex")}`;
}

function pathOf(layout: string, digest: string): string {
  return join(layout, "blobs", digest.replace(":", "/"));
}
