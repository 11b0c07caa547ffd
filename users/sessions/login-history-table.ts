/** The only SQL on the login history: successes and failures of known users. */
import type { Queryable } from "#platform";
import type { Visitor } from "../parts.ts";

export interface Login extends Visitor {
  readonly id: bigint;
  readonly at: Date;
  readonly method: string;
  /** The proof was right. */
  readonly isSuccess: boolean;
  /** It was, and the code of the second factor was still to come. */
  readonly lacksCode: boolean;
}

export async function insertLogin(
  queryable: Queryable,
  login: Visitor & {
    readonly userId: string;
    readonly method: string;
    readonly isSuccess: boolean;
    readonly lacksCode?: boolean;
    readonly now: Date;
  },
): Promise<void> {
  await queryable.query(
    `insert into users_login_history (user_id, at, ip, user_agent, method, is_success, lacks_code) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      login.userId,
      login.now,
      login.ip,
      login.userAgent,
      login.method,
      login.isSuccess,
      login.lacksCode ?? false,
    ],
  );
}

/** Newest first, older than `beforeId` when given. */
export function findLogins(
  queryable: Queryable,
  { userId, beforeId, limit }: { userId: string; beforeId: bigint | undefined; limit: number },
): Promise<Login[]> {
  return queryable.query<Login>(
    `select id, at, ip, user_agent as "userAgent", method, is_success as "isSuccess", lacks_code as "lacksCode" from users_login_history
     where user_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [userId, beforeId ?? null, limit],
  );
}

const KNOWN_DEVICE_DAYS = 90;

/** Has the user signed in from this address with this browser before, to the end? */
export async function isKnownDevice(
  queryable: Queryable,
  { userId, ip, userAgent, now }: Visitor & { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from users_login_history where user_id = $1 and is_success and not lacks_code and ip = $2 and user_agent = $3
       and at > $4::timestamptz - make_interval(days => $5) limit 1`,
    [userId, ip, userAgent, now, KNOWN_DEVICE_DAYS],
  );
  return rows.length > 0;
}
