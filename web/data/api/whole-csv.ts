/**
 * Loads a list as one CSV file, using as many responses as needed. Every response except the last
 * contains the cursor of the next one.
 */

/** Last line of every response except the final one. */
const MORE = /More: ask with cursor=(\S+)\r\n$/;
/** Header line with the column names, written once. */
const HEAD = /^.*\r\n/;
/** Practice label, written once at the end of the file. */
const LABEL = /"?Practice - test coins, no value"?\r\n$/;
/** Maximum number of responses. A list with more responses must contain a cycle of cursors. */
const PARTS_MAX = 5_000;

/**
 * Returns the parts of the file, to be concatenated by the caller. `read` receives a cursor (none
 * for the first response) and returns that response.
 */
export async function wholeCsv(
  read: (at: { readonly cursor?: string }) => Promise<string>,
): Promise<readonly string[]> {
  const parts: string[] = [];
  let at: { readonly cursor?: string } = {};
  for (let part = 0; part < PARTS_MAX; part += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const text = await read(at);
    const [, cursor] = MORE.exec(text) ?? [];
    const lines = part === 0 ? text : text.replace(HEAD, "");
    if (cursor === undefined) return [...parts, lines];
    parts.push(lines.replace(MORE, "").replace(LABEL, ""));
    at = { cursor };
  }
  throw new Error("The list does not end.");
}
