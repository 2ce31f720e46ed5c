import { builtinEnvironments, type Environment } from "vitest/runtime";

const { fetch, Request, Response, Headers, AbortController, AbortSignal, ReadableStream } =
  globalThis;

/** happy-dom, but with the fetch of Node.js, whose bodies fail when the connection is lost. */
const environment: Environment = {
  ...builtinEnvironments["happy-dom"],
  name: "happy-dom-with-fetch",
  async setup(global, options) {
    const page = await builtinEnvironments["happy-dom"].setup(global, options);
    Object.assign(global, {
      ...{ fetch, Request, Response, Headers, AbortController, AbortSignal, ReadableStream },
    });
    return page;
  },
};

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export
export default environment;
