/**
 * Where the product's own files are, whether it runs from its sources or from what
 * `scripts/join-programs.ts` made of them.
 */
import { findPackageJSON } from "node:module";
import { dirname, join, sep } from "node:path";

/** The folder of the checkout: what a source reads beside itself it reads by its path from here. */
export const productFolder = dirname(findPackageJSON("..", import.meta.url) ?? "");

const JOINED = join(productFolder, "dist");
/** Tests run the sources, and start what the product starts. */
const { JOINED_PROGRAMS } = process.env;
const isJoined = import.meta.dirname.startsWith(JOINED + sep) || JOINED_PROGRAMS === "yes";

/**
 * A program that runs in a process or thread of its own, by the path of its source: it is joined
 * when the one is that starts it.
 */
export function programFile(source: `${string}.ts`): string {
  return isJoined
    ? join(JOINED, "server", source.replace(/ts$/, "js"))
    : join(productFolder, source);
}
