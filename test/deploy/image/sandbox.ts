import { spawn } from "node:child_process";
import { once } from "node:events";

export interface SandboxOptions {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: readonly [number, number];
  readonly argv: readonly string[];
  readonly mounts?: ReadonlyMap<string, string>;
  /** @default "writable" */
  readonly access?: "writable" | "read-only";
}

/** Mounts each argument of the form "source=target", and then runs the program. The mounts end with their namespace. */
const mountAndRun = `
  set -e
  root=$1 access=$2; shift 2
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  while [ "$1" != -- ]; do mount --bind "\${1%%=*}" "$root\${1#*=}"; shift; done
  shift
  [ "$access" = writable ] || mount -o remount,bind,ro "$root"
  exec env -i "$@"
`;

/** Starts a process as the first of a process namespace, without this process's environment. */
export function startInSandbox(options: SandboxOptions) {
  const { root, environment, folder, user, argv, mounts = new Map(), access } = options;
  const [uid, gid] = user;
  return spawn(
    "unshare",
    [
      ...["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", mountAndRun, "sh"],
      ...[root, access ?? "writable"],
      ...[...mounts].map(([target, source]) => `${source}=${target}`),
      "--",
      ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      ...["unshare", `--root=${root}`, `--wd=${folder}`, `--setuid=${uid}`, `--setgid=${gid}`],
      ...argv,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
}

/** Waits for a program to end, and returns its output. @throws Error with the output if the exit code is not 0. */
export async function runToEnd(child: ReturnType<typeof startInSandbox>): Promise<string> {
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ")}\nexit code ${code}\n${output}`);
  return output;
}
