import react from "@vitejs/plugin-react";
import { type Connect, defineConfig, type Plugin } from "vite";

/** Vite forwards `/graphql` to this gateway while it serves the application. The address is not in the bundle. */
const gateway = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:4000";
const proxy = { "/graphql": { target: gateway, changeOrigin: true } };

export default defineConfig({
  plugins: [react(), serveAnyAddress(), protectPage()],
  server: { proxy },
  preview: { proxy },
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
});

/** Vite does not answer an address that cannot be decoded. The application has a page for it, so it is served. */
function serveAnyAddress(): Plugin {
  const rewrite: Connect.NextHandleFunction = (request, _, next) => {
    try {
      decodeURI(request.url ?? "");
    } catch {
      request.url = "/";
    }
    next();
  };
  return {
    name: "serve-any-address",
    configureServer: ({ middlewares }) => void middlewares.use(rewrite),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(rewrite),
  };
}

/** The built page runs only its own scripts and connects only to its own origin. Pictures can come from any host. */
function protectPage(): Plugin {
  const policy = [
    "default-src 'self'",
    "img-src 'self' http: https:",
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return {
    name: "protect-page",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: policy },
        injectTo: "head-prepend",
      },
    ],
  };
}
