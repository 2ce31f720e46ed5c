import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** A server that counts what it is asked. */
export interface CountingServer extends ServerProcess {
  fetchCount(): Promise<number>;
}

/** Starts a file of this folder, which tells its address by {@link tellParent}. */
export async function startServer(
  file: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<CountingServer> {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: "production", ...environment },
  });
  const exited = once(child, "exit");
  const nextMessage = () =>
    Promise.race([
      once(child, "message").then(([message]: readonly unknown[]) => message),
      exited.then(() => Promise.reject(new Error(`${file} has ended`))),
    ]);
  const url = String(await nextMessage());
  return {
    url,
    pid: child.pid ?? 0,
    async fetchCount() {
      child.send("count");
      return Number(await nextMessage());
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Tells the process that started this one where it listens and, whenever it asks, how much it was asked. */
export function tellParent(url: string, count: () => number = () => 0): void {
  process.on("message", () => process.send?.(count()));
  process.on("disconnect", () => process.exit());
  process.send?.(url);
}
