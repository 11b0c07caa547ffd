/**
 * SQL statements for password reset requests, used without a mail server. Only existing accounts
 * have a row, so strangers cannot fill the table.
 */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Visitor } from "../deps/visitor.ts";

export interface ResetRequest {
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly requestedAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestCount: number;
}

const LISTED_MAX = 100;

/**
 * Saves a request. A repeated request by the same user updates its time and network, and increments
 * its count.
 */
export async function saveResetRequest(
  queryable: Queryable,
  {
    userId,
    visitor,
    now,
  }: { readonly userId: string; readonly visitor: Visitor; readonly now: Date },
): Promise<void> {
  await queryable.query(
    `insert into users_reset_requests as r (user_id, requested_at, ip, user_agent) values ($1, $2, $3, $4)
     on conflict (user_id) do update set requested_at = $2, ip = $3, user_agent = $4,
       request_count = least(r.request_count + 1, 1000)`,
    [userId, now, visitor.ip, visitor.userAgent],
  );
}

/** Returns the newest 100 requests in descending order of time. */
export function listResetRequests(queryable: Queryable): Promise<ResetRequest[]> {
  return queryable.query<ResetRequest>(
    `select r.user_id as "userId", u.email, r.requested_at as "requestedAt", r.ip,
       r.user_agent as "userAgent", r.request_count as "requestCount",
       exists (select from users_roles o where o.user_id = u.id and o.role = 'administrator') as "isAdmin"
     from users_reset_requests r join users_users u on u.id = r.user_id and u.deleted_at is null
     order by r.requested_at desc, r.user_id limit $1`,
    [LISTED_MAX],
  );
}

/**
 * Deletes the user's request. Returns false if there is no request or another administrator has
 * already deleted it.
 */
export async function takeResetRequest(tx: DatabaseTransaction, userId: string): Promise<boolean> {
  const rows = await tx.query(
    "delete from users_reset_requests where user_id = $1 returning user_id",
    [userId],
  );
  return rows.length > 0;
}
