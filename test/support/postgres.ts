import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { createOpenFolder } from "./folder.ts";

const run = promisify(execFile);

/** A PostgreSQL server for one test file alone. */
export interface PostgresServer extends AsyncDisposable {
  /** The address of the database `postgres`, with its superuser. */
  readonly address: string;
  /** The path of the Unix socket that it listens on. */
  readonly socket: string;
  start(): Promise<void>;
  /** Stops the server, and aborts open transactions. */
  stop(): Promise<void>;
}

/** The folder with the programs of PostgreSQL 15 or later; undefined if this machine has none. */
export function findPostgres(): string | undefined {
  const home = "/usr/lib/postgresql";
  const versions = existsSync(home) ? readdirSync(home).map(Number) : [];
  const newestFirst = versions.filter((version) => version >= 15).sort((one, other) => other - one);
  const folders = newestFirst.map((version) => `${home}/${version}/bin`);
  return [...folders, ...(process.env["PATH"] ?? "").split(":")].find((folder) =>
    existsSync(`${folder}/initdb`),
  );
}

const password = "super/secret@1";

/** Starts a server in a temporary folder, as the user `postgres` if the tests run as root: PostgreSQL refuses root. */
export async function startPostgres({
  fsync = "off",
}: {
  /** Whether committed data survives a power cut. */
  readonly fsync?: "on" | "off";
} = {}): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error("There is no PostgreSQL on this machine");
  const folder = await createOpenFolder();
  const user = process.getuid?.() === 0 ? readUser("postgres") : undefined;
  if (user) chownSync(folder.path, user.uid, user.gid);
  const data = folder.file("data");
  writeFileSync(folder.file("password"), password);
  await run(
    `${programs}/initdb`,
    [
      ...["--pgdata", data, "--username", "postgres", "--pwfile", folder.file("password")],
      ...["--auth", "scram-sha-256", "--encoding", "UTF8", "--no-locale", "--no-sync"],
    ],
    { ...user, cwd: folder.path },
  );
  const settings = { unix_socket_directories: folder.path, listen_addresses: "", fsync };
  const argv = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let server: ChildProcess | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    const stopped = server;
    server = undefined;
    if (stopped?.kill(signal)) await once(stopped, "exit");
  };
  const kill = () => server?.kill("SIGQUIT");
  process.once("exit", kill);
  const start = async () => {
    const stdio = ["ignore", "ignore", "pipe"] as const;
    server = spawn(`${programs}/postgres`, ["-D", data, ...argv], {
      ...user,
      cwd: folder.path,
      stdio: [...stdio],
    });
    const lines: string[] = [];
    if (!server.stderr) throw new Error("The server has no log");
    const log = createInterface(server.stderr);
    for await (const line of log) {
      lines.push(line);
      if (line.includes("ready to accept connections")) {
        // Unless the rest of the log is read, the server blocks when the pipe is full.
        server.stderr.resume();
        return;
      }
    }
    throw new Error(`PostgreSQL did not start:\n${lines.join("\n")}`);
  };
  await start();
  return {
    address: `postgres://postgres:${encodeURIComponent(password)}@/postgres?host=${folder.path}`,
    socket: folder.file(".s.PGSQL.5432"),
    start,
    stop: () => stop("SIGINT"),
    async [Symbol.asyncDispose]() {
      process.removeListener("exit", kill);
      await stop("SIGQUIT");
      await folder[Symbol.asyncDispose]();
    },
  };
}

function readUser(name: string): { readonly uid: number; readonly gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  // If there is no such user, `nobody`.
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
