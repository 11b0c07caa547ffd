/**
 * Builds the browser app from web/ into dist/web; `scripts/prerender.ts` then turns the one HTML
 * file into the pages.
 */
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, normalizePath, runnerImport, type Plugin } from "vite";

/** Libraries that every page needs. */
const VENDOR = /\/node_modules\/(?:react|react-dom|scheduler|@tanstack|clsx)\//;

/** Fails here where the module has moved. */
const ROUTES = fileURLToPath(import.meta.resolve("#api/paths"));

const ROOT = normalizePath(import.meta.dirname);

/** Our own files and the icons. The folder of the checkout may have any name. */
const isShared = (id: string) =>
  id.startsWith(`${ROOT}/web/`) || id.includes("/node_modules/lucide-react/");

/** Replaces the list of routes by its values: the schemas behind it stay on the server. */
const routesWithoutSchemas: Plugin = {
  name: "routes-without-schemas",
  async load(id) {
    if (id !== ROUTES) return undefined;
    const { module, dependencies } = await runnerImport<{ paths: object }>(id, {
      configFile: false,
    });
    for (const file of dependencies) this.addWatchFile(file);
    return `export const paths = ${JSON.stringify(module.paths)};`;
  },
};

const server = `http://${process.env["HOST"] ?? "127.0.0.1"}:${process.env["PORT"] ?? "3000"}`;

export default defineConfig({
  root: "web",
  plugins: [react(), tailwind(), routesWithoutSchemas],
  resolve: {
    alias: {
      // The one module of Node that Ledger's packages use, for hashing.
      stream: "readable-stream",
      // React has the hook itself.
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
  build: {
    target: "es2023",
    outDir: "../dist/web",
    emptyOutDir: true,
    reportCompressedSize: false,
    // scripts/prerender.ts reads from it which files a page needs.
    manifest: true,
    // The content security policy refuses data: fonts, and files can be cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", test: VENDOR },
            { name: "shared", test: isShared, minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // The browser's Host header is kept: the server names it in /config.json.
    proxy: {
      "/.well-known/": { target: server },
      "/api/": { target: server, ws: true },
      "/auth/v1": { target: server },
      "/config.json": { target: server },
    },
  },
});
