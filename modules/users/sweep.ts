/**
 * Deletes expired rows, such as counters, so that strangers cannot fill the tables. A worker calls
 * this every few minutes.
 */
import { deleteInBatches } from "#platform";
import type { UsersDeps } from "./deps/users-deps.ts";
import { deleteOver } from "./sessions/ending-table.ts";

const DAY_MS = 86_400_000;
const RESET_REQUEST_DAYS = 7;

export async function sweepExpired({
  database,
  clock,
  limits,
}: Pick<UsersDeps, "clock" | "database" | "limits">): Promise<void> {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - DAY_MS);
  const sweep = (table: string, where: string, ...values: unknown[]) =>
    deleteInBatches(database, table, { where, values });
  await sweep("users_rate_counters", "window_started_at < $1", yesterday);
  // Counters that reached their limit are kept for addresses, because their owners can sign in from
  // a known device or recover the account. For a session, such a counter is kept while the session
  // is open, so that waiting a day allows no new guesses.
  await sweep(
    "users_sign_in_failures",
    `window_started_at < $1 and (failures_since_success < $2 or
       session_id is not null and not exists (select from users_sessions s where s.id = session_id))`,
    yesterday,
    limits.passwordFailuresMax,
  );
  await sweep("users_factor_challenges", "expires_at < $1", now);
  await sweep("users_factors", "status = 'unverified' and created_at < $1", yesterday);
  await sweep("users_passkey_challenges", "expires_at < $1", now);
  await sweep("users_flow_states", "expires_at < $1", yesterday);
  const lastWeek = new Date(now.getTime() - RESET_REQUEST_DAYS * DAY_MS);
  await sweep("users_reset_requests", "requested_at < $1", lastWeek);
  await deleteOver(database, yesterday);
  await sweep("users_one_time_tokens", "expires_at < $1", now);
}
