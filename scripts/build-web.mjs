// Builds the browser app if its sources have changed since the last build. The hash of the sources
// is stored with the result, because file times are meaningless after a checkout. `npm start`
// serves the production build. The browser tests also use the development build, in which React
// reports errors that the production build silently corrects.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./children.mjs";
import { fail, say, secondsSince, withoutConfiguration } from "./environment.mjs";

const STEPS = ["scripts/prerender.ts", "scripts/precompress.ts"];
const HELPERS = ["scripts/landing-bundle.ts"];
const SOURCES = ["web", "api", "core", "vite.config.ts", "package-lock.json", ...STEPS, ...HELPERS];

/**
 * Builds the app into dist/web if `mode` is "production", or into dist/web-development if `mode` is
 * "development".
 */
export async function buildWeb(node, mode = "production") {
  if (!existsSync("web/index.html")) return;
  const folder = mode === "production" ? "dist/web" : `dist/web-${mode}`;
  const stamp = folder.replace("web", ".build-stamp");
  const hash = hashOf(SOURCES);
  const isFresh = existsSync(`${folder}/index.html`) && existsSync(stamp);
  if (isFresh && readFileSync(stamp, "utf8") === hash) return;
  say("Building the pages. This takes about a minute ...");
  const startedAt = Date.now();
  const env = { ...withoutConfiguration(), NODE_ENV: mode };
  // Vite prints its progress to standard output and its errors to standard error.
  const stdio = ["ignore", "ignore", "inherit"];
  const vite = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--mode", mode];
  const steps = [
    [...vite, "--outDir", `../${folder}`],
    ...STEPS.filter((step) => existsSync(step)).map((step) => [step, folder]),
  ];
  for (const args of steps) {
    if ((await runChild(node, args, { env, stdio })) !== 0)
      fail("The browser app could not be built.");
  }
  mkdirSync("dist", { recursive: true });
  writeFileSync(stamp, hash);
  say(`Built the pages in ${secondsSince(startedAt)}.`);
}

function hashOf(sources) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesOf).toSorted()) {
    hash.update(`${file}\n`);
    hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}
