/**
 * Returns the paths of the product's own files. Works both when the product runs from its sources
 * and when it runs from the files that `scripts/join-programs.ts` builds.
 */
import { findPackageJSON } from "node:module";
import { dirname, join, sep } from "node:path";

/** The folder of the checkout. Sources read data files by their path relative to this folder. */
export const productFolder = dirname(findPackageJSON("..", import.meta.url) ?? "");

const JOINED = join(productFolder, "dist");
/**
 * Makes child programs run from the built files even if this program runs from its sources. The
 * tests run from the sources and set it.
 */
const { JOINED_PROGRAMS } = process.env;
const isJoined = import.meta.dirname.startsWith(JOINED + sep) || JOINED_PROGRAMS === "yes";

/**
 * Returns the path of a program that runs in its own process or thread, given the path of its
 * source file. If the calling program is bundled, the returned path is a bundled file as well.
 */
export function programFile(source: `${string}.ts`): string {
  return isJoined
    ? join(JOINED, "server", source.replace(/ts$/, "js"))
    : join(productFolder, source);
}
