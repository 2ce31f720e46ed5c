import { createHash } from "node:crypto";

const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 2rem;
    font: 1rem/1.6 system-ui, sans-serif; color: #1b2724; background: #f3f5f2; box-sizing: border-box }
  main { max-width: 34rem }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem }
  code { font: .9em ui-monospace, monospace; background: #e3e8e3; padding: .1em .4em; border-radius: 4px }
  @media (prefers-color-scheme: dark) {
    body { color: #dfe8e4; background: #101716 } code { background: #25302d }
  }`;

export const bundleMissingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>tapgraph</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>The gateway is running, but its explorer is not built</h1>
<p>This installation has no Vite, so the explorer was left out. To build it, run <code>npm ci</code>
(without <code>--omit=dev</code>) or <code>npm run prepare</code>, and restart the gateway.</p>
<p>Queries work without it: <code>POST /graphql</code> with the header <code>X-API-Key</code>.</p>
</main>
</body>
</html>
`;

const sandboxScript = `
  new window.EmbeddedSandbox({
    target: "#sandbox",
    initialEndpoint: location.origin + location.pathname,
    endpointIsEditable: false,
    runTelemetry: false,
    allowDynamicStyles: false,
  });
`;

const scriptHash = createHash("sha256").update(sandboxScript).digest("base64");

/**
 * A page with Apollo's hosted Sandbox. Its policy allows Apollo's script and frame, and queries to
 * this origin. No key is passed to it, not even the sample's.
 */
export const sandboxPage = {
  policy: [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' https://embeddable-sandbox.cdn.apollographql.com`,
    "style-src 'unsafe-inline' https://embeddable-sandbox.cdn.apollographql.com",
    "frame-src https://sandbox.embed.apollographql.com",
    "connect-src 'self'",
    "img-src data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; "),
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>tapgraph: Apollo Sandbox</title>
<link rel="icon" href="data:,">
<style>
  body { margin: 0; font: 1rem/1.6 system-ui, sans-serif }
  p { padding: 2rem }
  #sandbox, iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0 }
</style>
</head>
<body>
<p>Apollo Sandbox comes from the internet and has not been loaded. EXPLORER=true works without it.</p>
<div id="sandbox"></div>
<script src="https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js"></script>
<script>${sandboxScript}</script>
</body>
</html>
`,
} as const;
