import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createFolder } from "../../support/folder.ts";
import { freeAddress } from "../../support/scripted-registry.ts";
import { isLive } from "../candidates.ts";

/** nginx in front of the gateways. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

/** The path of nginx; undefined if it is not installed. */
export function findNginx(): string | undefined {
  return ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => existsSync(file));
}

/**
 * Starts nginx as docs/scale.md configures it. A request that one gateway leaves unanswered goes to the next, which is safe
 * because no request ever writes.
 * @param method how a gateway is chosen, as nginx names it.
 */
export async function startBalancer(
  program: string,
  gateways: readonly string[],
  method = "least_conn",
): Promise<Balancer> {
  const folder = await createFolder();
  const url = await freeAddress();
  const servers = gateways.map(
    (one) => `server 127.0.0.1:${new URL(one).port} max_fails=1 fail_timeout=1s;`,
  );
  writeFileSync(
    folder.file("nginx.conf"),
    `daemon off; pid ${folder.file("pid")}; error_log ${folder.file("errors")}; worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path ${folder.file("body")}; proxy_temp_path ${folder.file("proxy")};
  fastcgi_temp_path ${folder.file("f")}; uwsgi_temp_path ${folder.file("u")}; scgi_temp_path ${folder.file("s")};
  upstream gateways { ${method}; ${servers.join(" ")} keepalive 64; }
  server {
    listen ${url.slice("http://".length)};
    location / {
      proxy_pass http://gateways; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_connect_timeout 1s; proxy_next_upstream error timeout non_idempotent;
    }
  }
}
`,
  );
  const child: ChildProcess = spawn(program, ["-p", folder.path, "-c", folder.file("nginx.conf")], {
    stdio: "inherit",
  });
  const exited = once(child, "exit");
  while (!(await isLive(url))) {
    if (child.exitCode !== null) throw new Error("nginx has ended");
    await setTimeout(20);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await exited;
      await folder[Symbol.asyncDispose]();
    },
  };
}
