/** Builds the browser app from web/ into dist/web; `scripts/prerender.ts` then turns the one HTML file into the pages. */
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = "http://127.0.0.1:3000";

export default defineConfig({
  root: "web",
  plugins: [react(), tailwind()],
  build: {
    target: "es2023",
    outDir: "../dist/web",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A data: font would be refused by font-src, and small assets cache better as files.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/auth/v1": server,
      "/config.json": server,
    },
  },
});
