import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in its own process. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

/** A server that counts the requests it gets. */
export interface CountingServer extends ServerProcess {
  fetchCount(): Promise<number>;
}

/** Starts a file of this folder, which reports its address with {@link reportToParent}. */
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

/** Reports this server's address to its parent process, and the number of requests so far at each message from the parent. */
export function reportToParent(url: string, count: () => number = () => 0): void {
  process.on("message", () => process.send?.(count()));
  process.on("disconnect", () => process.exit());
  process.send?.(url);
}
