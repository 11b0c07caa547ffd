/**
 * The folder of Node's compile cache, if one is set (scripts/children.mjs), for a child with its
 * own environment. It halves the start-up time of the child.
 */
export function compiledCode(): Readonly<Record<string, string>> {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}
