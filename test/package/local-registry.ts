import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { serve } from "../support/listen.ts";

/** What `npm publish` sends, and with other packages' versions what a registry returns. */
interface Packument {
  readonly name: string;
  readonly versions: Readonly<Record<string, { readonly dist: { readonly tarball: string } }>>;
  readonly "dist-tags": Readonly<Record<string, string>>;
  readonly _attachments?: Readonly<Record<string, { readonly data: string }>>;
}

/** A registry of npm that has what was published to it, and knows where all other packages are. */
export interface LocalRegistry extends AsyncDisposable {
  readonly url: string;
  /** What npm needs to publish here, and nowhere else. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts a registry.
 * @param upstream the registry that has all other packages. Only GET requests are sent on to it.
 */
export async function startLocalRegistry(upstream: string): Promise<LocalRegistry> {
  const packuments = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();
  const token = "token-of-this-test";

  async function publish(request: IncomingMessage, response: ServerResponse) {
    if (request.headers.authorization !== `Bearer ${token}`) return reply(response, 401, {});
    const { _attachments = {}, ...packument } = (await json(request)) as Packument;
    const before = packuments.get(packument.name);
    if (Object.keys(packument.versions).some((version) => before?.versions[version]))
      return reply(response, 403, { error: "cannot publish over an existing version" });
    packuments.set(packument.name, {
      ...packument,
      versions: { ...before?.versions, ...packument.versions },
      "dist-tags": { ...before?.["dist-tags"], ...packument["dist-tags"] },
    });
    for (const { dist } of Object.values(packument.versions)) {
      const { pathname } = new URL(dist.tarball);
      const data = _attachments[pathname.split("/-/")[1] ?? ""]?.data ?? "";
      tarballs.set(pathname, Buffer.from(data, "base64"));
    }
    reply(response, 201, { ok: true });
  }

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const packument = packuments.get(decodeURIComponent(path.slice(1)));
    const tarball = tarballs.get(path);
    if (request.method === "PUT") void publish(request, response);
    else if (request.method !== "GET") reply(response, 405, {});
    else if (packument) reply(response, 200, packument);
    else if (tarball) response.end(tarball);
    else if (path === "/tapgraph") reply(response, 404, { error: "not published" });
    else response.writeHead(307, { location: new URL(path.slice(1), upstream).href }).end();
  });
  const served = await serve(server);
  return {
    url: served.url,
    settings: {
      npm_config_registry: served.url,
      [`npm_config_//${new URL(served.url).host}/:_authToken`]: token,
    },
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
