import { type Run, runTapgraph } from "./tapgraph.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
type ResponseData = any;

/** The gateway with the sample project in its own process, as `npm start` runs it. */
export interface SampleGatewayRun extends AsyncDisposable {
  readonly run: Run;
  readonly url: string;
  /** The key of the sample's main project (2,500 tags, 60 terminals). */
  readonly key: string;
  /** Sends a query with that key, and returns the data of the response. */
  query(document: string): Promise<ResponseData>;
}

/** Starts it and waits until it listens. */
export async function runSampleGateway(
  settings: Readonly<Record<string, string>> = {},
): Promise<SampleGatewayRun> {
  const run = await runTapgraph([], { PORT: "0", ...settings });
  const [, url = ""] = await run.waitFor(/Explorer +(http:\S+)\/graphql/);
  const [, key = ""] = await run.waitFor(/Sample key +(\S+)/);
  return {
    run,
    url,
    key,
    async query(document) {
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ query: document }),
      });
      const result = (await response.json()) as { readonly data: ResponseData };
      return result.data;
    },
    [Symbol.asyncDispose]: () => run[Symbol.asyncDispose](),
  };
}
