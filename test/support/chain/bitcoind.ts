/**
 * Finds a real Bitcoin Core for tests: the program at BITCOIND_PATH, or else `bitcoind` on PATH.
 * Most tests use the embedded node, so they must not find `bitcoind`. Therefore every folder on
 * PATH that contains `bitcoind` is replaced by a folder with links to its other files.
 */
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { memoryFolder } from "../servers/scratch-folder.ts";

/**
 * The folder that contains `bitcoind`, or undefined. Available in tests, which run after
 * `hideBitcoind`.
 */
export const coreFolder: string | undefined = process.env["BITCOIND_PATH"]
  ? dirname(process.env["BITCOIND_PATH"])
  : undefined;

/**
 * The kinds of nodes to test. With `searchPath` as its PATH, a test finds this kind of node.
 * `backend` separates the data of the two kinds.
 */
export const backends: readonly {
  readonly backend: "embedded" | "managed";
  readonly searchPath: string;
}[] = [
  { backend: "embedded", searchPath: "" },
  ...(coreFolder === undefined ? [] : [{ backend: "managed", searchPath: coreFolder } as const]),
];

/**
 * Hides `bitcoind` in the main test process, whose environment all tests inherit. Returns the link
 * folders, which must be removed afterwards. Throws if BITCOIND_PATH does not name a file.
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
