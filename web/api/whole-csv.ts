/** A list as one CSV, however many answers it takes: each but the last names the next. */

/** The last line of an answer that does not end the list. */
const MORE = /More: ask with cursor=(\S+)\r\n$/;
/** The practice label and the names of the columns: once in the file. */
const HEAD = /^.*\r\n.*\r\n/;

/** `read` gives an answer, the first one without a cursor. In parts, to be joined by nothing. */
export async function wholeCsv(
  read: (at: { readonly cursor?: string }) => Promise<string>,
): Promise<readonly string[]> {
  const parts: string[] = [];
  let at: { readonly cursor?: string } = {};
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const text = await read(at);
    const [, cursor] = MORE.exec(text) ?? [];
    const lines = text.replace(MORE, "");
    parts.push(parts.length === 0 ? lines : lines.replace(HEAD, ""));
    if (cursor === undefined) return parts;
    at = { cursor };
  }
}
