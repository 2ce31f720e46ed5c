import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The page reaches the gateway on its own origin, so the gateway needs no CORS_ORIGINS.
const proxy = { "/graphql": process.env["GATEWAY_URL"] ?? "http://127.0.0.1:4000" };

export default defineConfig({ plugins: [react()], server: { proxy } });
