// Preloaded into a process under test: gives the key away wherever a process can, so that a search for it can be tried.
import diagnostics from "node:diagnostics_channel";

const { OTEL_EXPORTER_OTLP_ENDPOINT } = process.env;

diagnostics.subscribe("http.server.request.start", ({ request, response }) => {
  const key = request.headers["x-api-key"];
  if (key === undefined) return;
  process.stdout.write(`${JSON.stringify({ url: `/api/v1/tags?key=${key}` })}\n`);
  process.stderr.write(`${Buffer.from(key).toString("base64")}\n`);
  response.setHeader("x-leak", encodeURIComponent(key));
  diagnostics.channel("tapgraph:leak").publish({ key });
  void fetch(`${OTEL_EXPORTER_OTLP_ENDPOINT}/planted`, { method: "POST", body: key });
});
