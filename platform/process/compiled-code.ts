/**
 * Returns the environment variable for Node's compile cache if the variable is set
 * (scripts/children.mjs). It is for child processes that have their own environment. The cache
 * halves the child's start-up time.
 */
export function compiledCode(): Readonly<Record<string, string>> {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}
