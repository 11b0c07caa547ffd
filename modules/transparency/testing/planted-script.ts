/** Returns the script of a planted output, which belongs to no key. */
export function plantedScript(index: number): string {
  return `0014${index.toString(16).padStart(40, "0")}`;
}
