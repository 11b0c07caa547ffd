/**
 * Returns the environment variable for Node's compile cache if scripts/children.mjs has set it.
 * Used for child processes that have their own environment. The cache halves their start-up time.
 */
export function compiledCode(): Readonly<Record<string, string>> {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}
