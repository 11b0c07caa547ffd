// Builds the browser app when its sources changed since the last build. Their hash is kept beside
// the result, because the times of files say nothing after a checkout.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./children.mjs";
import { fail, say, secondsSince, withoutConfiguration } from "./environment.mjs";

const STAMP = "dist/.build-stamp";
const STEPS = ["scripts/prerender.ts", "scripts/precompress.ts"];
const HELPERS = ["scripts/landing-bundle.ts"];
const SOURCES = [
  "web",
  "api-schema",
  "money",
  "economics",
  "market",
  "proof",
  "vite.config.ts",
  "package-lock.json",
  ...STEPS,
  ...HELPERS,
];

export async function buildWeb(node) {
  if (!existsSync("web/index.html")) return;
  const hash = hashOf(SOURCES);
  const isFresh = existsSync("dist/web/index.html") && existsSync(STAMP);
  if (isFresh && readFileSync(STAMP, "utf8") === hash) return;
  say("Building the pages. This takes about a minute ...");
  const startedAt = Date.now();
  const env = { ...withoutConfiguration(), NODE_ENV: "production" };
  // Vite draws its progress on standard output, and writes errors to the other one.
  const stdio = ["ignore", "ignore", "inherit"];
  const vite = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"];
  for (const args of [vite, ...STEPS.filter((step) => existsSync(step)).map((step) => [step])]) {
    if ((await runChild(node, args, { env, stdio })) !== 0)
      fail("The browser app could not be built.");
  }
  mkdirSync("dist", { recursive: true });
  writeFileSync(STAMP, hash);
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
