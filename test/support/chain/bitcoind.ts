/**
 * A real Bitcoin Core for tests: BITCOIND_PATH, or else `bitcoind` on PATH. All other tests need
 * the embedded node and must not find `bitcoind`. Every folder on PATH that contains it is
 * therefore replaced by a folder of links to its other files.
 */
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { memoryFolder } from "../servers/scratch-folder.ts";

/** The folder that contains it, or undefined. In tests, set once `hideBitcoind` has run. */
export const coreFolder: string | undefined = process.env["BITCOIND_PATH"]
  ? dirname(process.env["BITCOIND_PATH"])
  : undefined;

/**
 * The search path on which a test finds Bitcoin Core. Nodes of both kinds are told apart by `name`.
 */
export const backends: readonly {
  readonly backend: "embedded" | "managed";
  readonly searchPath: string;
}[] = [
  { backend: "embedded", searchPath: "" },
  ...(coreFolder === undefined ? [] : [{ backend: "managed", searchPath: coreFolder } as const]),
];

/**
 * Runs in the process that starts all tests, which inherit its environment. Returns the folders of
 * links, to be removed afterwards. Throws if BITCOIND_PATH points to nothing.
 */
export function hideBitcoind(): readonly string[] {
  const { env } = process;
  const folders = (env["PATH"] ?? "").split(delimiter);
  const program = folders
    .map((folder) => join(folder, "bitcoind"))
    .find((file) => existsSync(file));
  const path = env["BITCOIND_PATH"] || program;
  if (path === undefined) {
    process.stdout.write(
      "No bitcoind in BITCOIND_PATH or PATH, so all tests run on the embedded node.\n",
    );
    return [];
  }
  if (!existsSync(path)) throw new Error(`BITCOIND_PATH is ${path}, which does not exist.`);
  env["BITCOIND_PATH"] = path;
  const links: string[] = [];
  const shown = folders.map((folder) => {
    if (!existsSync(join(folder, "bitcoind"))) return folder;
    links.push(withoutBitcoind(folder));
    return links.at(-1);
  });
  env["PATH"] = shown.join(delimiter);
  return links;
}

function withoutBitcoind(folder: string): string {
  const links = memoryFolder();
  for (const name of readdirSync(folder))
    if (name !== "bitcoind") symlinkSync(join(folder, name), join(links, name));
  return links;
}
