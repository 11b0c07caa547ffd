/** A list as one CSV, however many answers it takes: each but the last names the next. */

/** The last line of an answer that does not end the list. */
const MORE = /More: ask with cursor=(\S+)\r\n$/;
/** Names of the columns: once, at the start of the file. */
const HEAD = /^.*\r\n/;
/** The practice label: once, at the end of the file. */
const LABEL = /"?Practice - test coins, no value"?\r\n$/;
/** A list of more names its cursors in a circle. */
const PARTS_MAX = 5_000;

/** `read` gives an answer, the first one without a cursor. In parts, to be joined by nothing. */
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
