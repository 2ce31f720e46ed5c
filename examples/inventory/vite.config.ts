import react from "@vitejs/plugin-react";
import { type Connect, defineConfig, type Plugin } from "vite";

/** Where `/graphql` goes while the application is served by Vite. It is no part of the bundle. */
const gateway = process.env["GATEWAY_URL"] ?? "http://127.0.0.1:4000";
const proxy = { "/graphql": { target: gateway, changeOrigin: true } };

export default defineConfig({
  plugins: [react(), serveAnyAddress(), protectPage()],
  server: { proxy },
  preview: { proxy },
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
});

/** Vite answers nothing for an address that cannot be decoded; the application has a page for it. */
function serveAnyAddress(): Plugin {
  const lead: Connect.NextHandleFunction = (request, _, next) => {
    try {
      decodeURI(request.url ?? "");
    } catch {
      request.url = "/";
    }
    next();
  };
  return {
    name: "serve-any-address",
    configureServer: ({ middlewares }) => void middlewares.use(lead),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(lead),
  };
}

/** The built page runs its own scripts only, and asks nobody but its own origin. Pictures come from where records say. */
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
