/**
 * Builds the browser app from web/ into dist/web; `scripts/prerender.ts` then turns the one HTML
 * file into the pages.
 */
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { preact } from "./scripts/preact.ts";

/** Libraries that the public pages need. */
const VENDOR =
  /node_modules\/(?:preact|clsx|@tanstack\/(?!.*(?:virtual|useBlocker|useMutation|mutationObserver))[\w-]+)\/|createLucideIcon|rolldown\/runtime/i;
/** Parts of the app that the public pages need. */
const PARTS =
  /web\/(?:ui\/(?:Button|Logo|Tag|Plates|Amount|number-format|Panel|ThemeButton|PageTitle|shown-page|FloorLine|LiveMark|Skeleton|toast-store|use-is-hydrated)\.|preferences\/(?:theme|stored-choice|unit|number-marks)\.|amounts\/amount-format\.|live\/public-stats|api\/(?:api-error|http|public-query|query-client)\.|navigation\/paths\.|(?!main)[\w-]+\.tsx?$)|money\//;
/** The shell of signed-in pages, and what nearly all of them draw with. */
const SHELL =
  /web\/(?:time\/|charts\/scale|api\/|ui\/(?!Toaster|Tabs|Accordion|QrCode|qr-path)|navigation\/(?!admin|more)|preferences\/|live\/|shell\/(?!AccountMenu|LeaveTrial)|notices\/(?:notice-log|use-)|palette\/(?:shortcuts|page-commands)|auth\/(?:Auth[P-]|auth-context|client|code-needed|follow-|stored-|token-source|own-sign|proof-request))/;
/** What many of them draw with, and neither the shell nor the desk before something is pressed. */
const PAGES =
  /web\/(?:time\/When|charts\/[Cc]hart(?!E)|history\/Cause|mining\/reference\/figure-text|navigation\/try-press|shell\/(?:PublicFrame|OpenPage)|ui\/(?:ChangedOffer|copy-text|CopyButton|ExportButton|Field|FloorGauge|Fold|KeyValues|LeftAfter|MaxButton|measured-rate|ModelledTag|MorePages|save-csv|save-text|ShowWorking|SixBlockMeter|Slider|Table|TextArea|toast-error|Toggle|truncate-middle|TxId|use-change|use-is-narrow|use-is-printing)\.)|api-schema\/limits/;
/** Of the desk, its days and its replays. */
const DESK =
  /web\/forex\/(?:quotes\/price-text|source\/desk-source|view\/forex-search)|(?:^|\/)market\/hours\//;

/**
 * Keys and names of icons are random or shown nowhere, and so nearly all of what an icon weighs
 * beside its lines. React asks for keys while one develops only.
 */
const slimIcons: Plugin = {
  name: "slim-icons",
  apply: "build",
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) =>
      code
        .replaceAll(/,\s*key: "\w+"/g, "")
        .replace(/\n {2}name: "[\w-]+",/, "")
        .replace("__iconData.node;", ""),
  },
};

const server = `http://${process.env["HOST"] ?? "127.0.0.1"}:${process.env["PORT"] ?? "3000"}`;

export default defineConfig({
  root: "web",
  plugins: [react(), preact, tailwind(), slimIcons],
  resolve: {
    alias: {
      // Of Node's own modules the one that Ledger's packages hash with.
      stream: "readable-stream",
      // React has the hook itself.
      "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector",
    },
  },
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
      // The shell's areas stand in the site's file: it is what loads them first.
      checks: { ineffectiveDynamicImport: false },
      // The market is pure: what a page does not use of its door is not taken along.
      treeshake: { moduleSideEffects: [{ test: /\/market\//, sideEffects: false }] },
      output: {
        // Few files for what every page needs: small ones cost a request and compress badly. What
        // only some pages need (toast, tabs, dialogs, sign-in) keeps its own file. A group takes
        // along what its modules import, unless one before has it.
        codeSplitting: {
          groups: [
            {
              name: "site",
              test: (id) =>
                VENDOR.test(id) || ((PARTS.test(id) || SHELL.test(id)) && !PAGES.test(id)),
              priority: 1,
            },
            { name: "pages", test: PAGES },
            { name: "desk", test: DESK },
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
