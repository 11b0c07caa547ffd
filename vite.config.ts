/**
 * Builds the browser app from web/ into dist/web; `scripts/prerender.ts` then turns the one HTML
 * file into the pages.
 */
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Libraries that the public pages need. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|clsx|@tanstack\/(?!.*(?:virtual|infinite|useMutation|mutationObserver))[\w-]+)\/|createLucideIcon/i;
/** Parts of the app that the public pages need. */
const PARTS =
  /web\/(?:ui\/(?:Button|Logo|Tag|Plates|Amount|number-format|Panel|ThemeButton|PageTitle|shown-page|FloorLine|LiveMark|measured-rate|SixBlockMeter|Skeleton|Table|truncate-middle|toast-store|use-is-hydrated)\.|preferences\/(?:theme|stored-choice|unit|number-marks)\.|amounts\/amount-format\.|live\/public-stats|api\/(?:api-error|http|public-query|query-client)\.|navigation\/paths\.|(?!main)[\w-]+\.tsx?$)|money\//;

const server = `http://${process.env["HOST"] ?? "127.0.0.1"}:${process.env["PORT"] ?? "3000"}`;

export default defineConfig({
  root: "web",
  plugins: [react(), tailwind()],
  // Of Node's own modules the one that Ledger's packages hash with.
  resolve: { alias: { stream: "readable-stream" } },
  build: {
    target: "es2023",
    outDir: "../dist/web",
    emptyOutDir: true,
    // The groups below leave few files to a page: its list of files would weigh more than it saves.
    modulePreload: false,
    reportCompressedSize: false,
    // A data: font would be refused by font-src, and small assets cache better as files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files for what every page needs: small ones cost a request and compress badly. What
        // only some pages need (toast, tabs, dialogs, sign-in) keeps its own file.
        codeSplitting: {
          groups: [
            {
              name: "site",
              test: (id) => VENDOR.test(id) || PARTS.test(id),
              priority: 1,
            },
            {
              name: "account",
              test: /web\/(?:time\/|charts\/(?:scale|Chart(?!E)|chart)|history\/Cause|mining\/reference\/figure-text|api\/(?!use-pages)|ui\/(?!Toaster|Tabs|Accordion|QrCode|qr-path)|navigation\/|preferences\/|live\/|shell\/(?!AccountMenu)|notices\/(?:notice-log|use-)|palette\/(?:shortcuts|page-commands)|auth\/(?:Auth[P-]|auth-|follow-|stored-|token-source|own-sign|proof-request))/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // The Host stays the browser's: the server names it in /config.json.
    proxy: {
      "/.well-known/": { target: server },
      "/api/": { target: server, ws: true },
      "/auth/v1": { target: server },
      "/config.json": { target: server },
    },
  },
});
