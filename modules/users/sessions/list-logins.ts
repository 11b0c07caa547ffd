/** Lists a user's login history in pages, newest first. */
import type { Queryable } from "#platform";
import { userRefusals } from "../rules/refusals.ts";
import { findLogins } from "./login-history-table.ts";

const CURSOR = /^[1-9]\d{0,17}$/;

interface Asked {
  readonly userId: string;
  /** Id of the last login on the previous page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Returns a page. Throws 400 `bad_cursor`. */
export async function listLogins(queryable: Queryable, { userId, cursor, limit }: Asked) {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw userRefusals.bad_cursor();
  const beforeId = cursor === undefined ? undefined : BigInt(cursor);
  const logins = await findLogins(queryable, { userId, beforeId, limit: limit + 1 });
  const page = logins.slice(0, limit);
  return {
    items: page.map(({ at, ip, userAgent, method, isSuccess, lacksCode }) => ({
      at,
      ip,
      userAgent,
      method,
      isSuccess,
      lacksCode,
    })),
    nextCursor: logins.length > page.length ? (page.at(-1)?.id.toString() ?? null) : null,
  };
}
