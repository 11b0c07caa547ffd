/**
 * Joins what the server and its own processes run into few files in `dist/server`: read and linked
 * one by one, the thousand sources are half of what a start costs. Libraries stay where they are.
 * Their hash is kept beside the result, because the times of files say nothing after a checkout.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "dist", "server");
const STAMP = join(FOLDER, ".stamp");

/** What is started by its file: the product, its processes and its threads. */
export const PROGRAMS = [
  "server/start.ts",
  "wallet/signer/main.ts",
  "pool/process/main.ts",
  "pool/house-rig/main.ts",
  "users/passwords/hash-worker.ts",
];
const OTHER_SOURCES = ["package-lock.json", "package.json", "scripts/build-server.ts"];

export async function buildServer(): Promise<void> {
  const hash = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return;
  // Loaded by whoever has to build only. It empties the folder first: what is broken off half-way
  // has no stamp.
  const { build } = await import("vite");
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      ssr: true,
      target: "node24",
      outDir: FOLDER,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          PROGRAMS.map((source) => [source.replace(/\.ts$/, ""), join(ROOT, source)]),
        ),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  });
  writeFileSync(STAMP, hash);
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  const sources = globSync(`{${rooms().join(",")}}/**/*.{ts,json}`, {
    cwd: ROOT,
    exclude: (path) => basename(path) === "node_modules",
  }).filter((file) => !file.endsWith(".test.ts"));
  for (const file of [...sources, ...OTHER_SOURCES].toSorted()) {
    hash.update(`${file}\n`);
    hash.update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex");
}

/** The server and every room with a door. */
function rooms(): string[] {
  const { imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly imports: Readonly<Record<string, string>>;
  };
  return [
    ...new Set(["server", ...Object.values(imports).map((door) => door.split("/")[1] ?? "")]),
  ];
}

if (import.meta.main) await buildServer();
