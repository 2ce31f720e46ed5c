import { builtinEnvironments, type Environment } from "vitest/runtime";

const { fetch, Request, Response, Headers, AbortController, AbortSignal, ReadableStream } =
  globalThis;

/** A page as happy-dom makes it, but with the fetch of Node.js, which tells a reader when its connection is lost. */
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

// biome-ignore lint/style/noDefaultExport: vitest asks for one
export default environment;
