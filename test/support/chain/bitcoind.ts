/**
 * A real Bitcoin Core to test on: BITCOIND_PATH, else `bitcoind` on PATH. All other tests are about
 * the embedded node, so that they find none on PATH: every folder of it that has one is replaced by
 * a folder of links to the rest.
 */
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { memoryFolder } from "../servers/scratch-folder.ts";

/**
 * The folder to look for it in; undefined where there is none. In tests, once `hideBitcoind` has
 * run.
 */
export const coreFolder: string | undefined = process.env["BITCOIND_PATH"]
  ? dirname(process.env["BITCOIND_PATH"])
  : undefined;

/** Where a test finds Bitcoin Core; on its name the nodes of both kinds are told apart. */
export const backends: readonly {
  readonly backend: "embedded" | "managed";
  readonly searchPath: string;
}[] = [
  { backend: "embedded", searchPath: "" },
  ...(coreFolder === undefined ? [] : [{ backend: "managed", searchPath: coreFolder } as const]),
];

/**
 * For the process that starts all tests; its environment is theirs. Returns the folders of links,
 * to be removed after them. Throws when BITCOIND_PATH names nothing.
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
      "No bitcoind in BITCOIND_PATH or PATH: all runs on the embedded node only.\n",
    );
    return [];
  }
  if (!existsSync(path)) throw new Error(`BITCOIND_PATH is ${path}, where nothing is.`);
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
