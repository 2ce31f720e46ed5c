// Part of `npm run build`: writes `dist/sbom.cdx.json`, which lists all packages that a release
// ships or needs, with their licences.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependencies[];
}

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
}

interface Dependencies {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

const root = join(import.meta.dirname, "..");
const { name, dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

// With `--omit=dev` npm leaves out dependencies that development dependencies need too. What is
// shipped is chosen here instead.
const all: Sbom = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  }),
);
const neededBy = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
const self = all.metadata.component;
const direct = all.components.filter((one) =>
  neededBy.get(self["bom-ref"])?.includes(one["bom-ref"]),
);

const isOptionalPeer = (one: Component) => peerDependenciesMeta[one.name]?.optional === true;
const peersAndOwn = direct.filter((one) => one.name in { ...dependencies, ...peerDependencies });
const required = reach(peersAndOwn.filter((one) => !isOptionalPeer(one)));
const optional = reach(peersAndOwn.filter(isOptionalPeer));
const bundled = readBundled();
const shipped = new Set([...required, ...optional, ...bundled]);

const sbom = {
  ...all,
  // Without the time and a random number, so that equal sources give equal packages.
  serialNumber: undefined,
  metadata: {
    lifecycles: [{ phase: "build" }],
    // npm gives it the name of the folder.
    component: { ...self, name, type: "application" },
  },
  components: all.components.filter((one) => shipped.has(one["bom-ref"])).map(describe),
  dependencies: all.dependencies
    .filter(({ ref }) => ref === self["bom-ref"] || shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) })),
};
writeFileSync(join(root, "dist/sbom.cdx.json"), `${JSON.stringify(sbom, null, 1)}\n`);

function reach(packages: readonly Component[]): ReadonlySet<string> {
  const reached = new Set(packages.map((one) => one["bom-ref"]));
  for (const ref of reached) for (const needed of neededBy.get(ref) ?? []) reached.add(needed);
  return reached;
}

function readBundled(): ReadonlySet<string> {
  const notices = readFileSync(join(root, "dist/explorer/THIRD-PARTY-NOTICES.md"), "utf8");
  const headings = [...notices.matchAll(/^## (\S+) - (\S+) \(.+\)$/gm)];
  return new Set(headings.map(([, bundledName, version]) => findRef(bundledName, version)));
}

function findRef(packageName: string | undefined, version: string | undefined): string {
  const found = all.components.find((one) => one.name === packageName && one.version === version);
  if (!found) throw new Error(`${packageName} ${version}: not in the lock file`);
  return found["bom-ref"];
}

function describe(one: Component): Component {
  const ref = one["bom-ref"];
  const isNeeded = required.has(ref) || bundled.has(ref);
  const mark = { name: "cdx:npm:package:bundled", value: "true" };
  return {
    ...one,
    ...{ scope: isNeeded ? "required" : "optional" },
    ...{ properties: bundled.has(ref) ? [mark] : [] },
  };
}
