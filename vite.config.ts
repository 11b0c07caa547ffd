/**
 * Builds the browser app from web/ into dist/web. Afterwards `scripts/prerender.ts` turns Vite's
 * single HTML file into the product's pages.
 */
import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, normalizePath, runnerImport, type Plugin } from "vite";

/**
 * Matches the libraries that every page needs, which therefore share one chunk. The virtual list is
 * not one of them: only the history page uses it.
 */
const VENDOR =
  /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+|clsx)\//;

/**
 * Path of the module with the route facts. Resolving the path throws here if the module has moved.
 */
const ROUTES = fileURLToPath(import.meta.resolve("#api/paths"));

const ROOT = normalizePath(import.meta.dirname);

/** Matches the areas of the site, which scripts/prerender.ts finds by the names of their chunks. */
const AREA = /\/web\/app\/shell\/\w+Area\.tsx$/;

/**
 * Returns true for files that many pages use, but that most visits do not need: the administrators'
 * pages, and the functions that sign in and out.
 */
const isRare = (id: string) =>
  id.startsWith(`${ROOT}/web/admin/`) || id === `${ROOT}/web/session/auth/auth-client.ts`;

/**
 * Returns true for the app's other files and for the icon library. Compares with the checkout's
 * path, because the checkout's folder may have any name.
 */
const isShared = (id: string) =>
  (id.startsWith(`${ROOT}/web/`) && !AREA.test(id) && !isRare(id)) ||
  id.includes("/node_modules/lucide-react/");

/**
 * Replaces the module `api/paths.ts` by its computed values, so that the browser bundle does not
 * include the schemas from which the values are computed.
 */
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
      // Ledger's packages use Node's `stream` module for hashing, and no other Node module.
      stream: "readable-stream",
      // React includes this hook, so the shim is not needed.
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
  build: {
    target: "es2023",
    outDir: "../dist/web",
    emptyOutDir: true,
    reportCompressedSize: false,
    // Browsers without module preload load the same scripts a little later.
    modulePreload: { polyfill: false },
    // scripts/prerender.ts reads the manifest to find the files that each page needs.
    manifest: true,
    // Never inlines assets as data: URLs, because the content security policy blocks fonts from
    // data: URLs, and because browsers can cache separate files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", test: VENDOR },
            { name: "shared", test: isShared, minShareCount: 9 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // Keeps the browser's Host header, because the server returns that host in /config.json.
    proxy: {
      "/.well-known/": { target: server },
      "/api/": { target: server, ws: true },
      "/auth/v1": { target: server },
      "/config.json": { target: server },
      "/log/": { target: server },
      "/transparency/badge.svg": { target: server },
    },
  },
});
