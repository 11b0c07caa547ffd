/** All kept shares of a worker as one CSV: the server gives them in parts. */
import { api } from "../api/call.ts";

const MORE = /^"?More: ask with cursor=([^"\r\n]+)"?$/;
/** The practice label and the names of the columns, which each part begins with. */
const HEAD_LINES = 2;
const PARTS_MAX = 50;

export async function allShares(workerId: string): Promise<string> {
  const lines: string[] = [];
  let cursor: string | undefined;
  for (let part = 0; part < PARTS_MAX; part += 1) {
    // Each part names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const text = await api("exportWorkerShares", {
      params: { workerId },
      query: cursor === undefined ? {} : { cursor },
    });
    const own = text.trimEnd().split("\r\n");
    cursor = MORE.exec(own.at(-1) ?? "")?.[1];
    lines.push(...own.slice(part === 0 ? 0 : HEAD_LINES, cursor === undefined ? undefined : -1));
    if (cursor === undefined) break;
  }
  return `${lines.join("\r\n")}\r\n`;
}
