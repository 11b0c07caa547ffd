/** SQL statements for the login history: successful and failed sign-ins of existing users. */
import { isSameDeviceKind } from "#api/device-text";
import { networkOf, type Queryable } from "#platform";
import type { Visitor } from "../deps/visitor.ts";

export interface Login extends Visitor {
  readonly id: bigint;
  readonly at: Date;
  readonly method: string;
  /** True if the password, code or passkey was right. */
  readonly isSuccess: boolean;
  /** True if the first factor was right but the second factor was still missing. */
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

/** Returns logins, newest first; only those older than `beforeId`, if given. */
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

const KNOWN_DEVICE_SIGN_INS = 1_000;

/**
 * Returns true if one of the user's last thousand completed sign-ins came from this network with
 * the same kind of device. Browser versions and IPv6 addresses are ignored, because they change
 * often.
 */
export async function isKnownDevice(
  queryable: Queryable,
  { userId, ip, userAgent, now }: Visitor & { readonly userId: string; readonly now: Date },
): Promise<boolean> {
  const recent = await queryable.query<Visitor>(
    `select distinct ip, user_agent as "userAgent" from (
       select ip, user_agent from users_login_history where user_id = $1 and is_success and not lacks_code
         and at > $2::timestamptz - make_interval(days => $3) order by id desc limit $4) as recent`,
    [userId, now, KNOWN_DEVICE_DAYS, KNOWN_DEVICE_SIGN_INS],
  );
  const network = networkOf(ip);
  return recent.some(
    (device) => networkOf(device.ip) === network && isSameDeviceKind(device.userAgent, userAgent),
  );
}
