/**
 * Deletes expired rows, such as counters, so that strangers cannot fill the tables. A worker calls
 * this every few minutes.
 */
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
  await database.query("delete from users_rate_counters where window_started_at < $1", [yesterday]);
  // An address's full counter is kept, because the address's owner can sign in from a known device
  // or recover the account. A session's full counter is kept while the session is open, so that
  // waiting a day allows no new guesses.
  await database.query(
    `delete from users_sign_in_failures where window_started_at < $1 and (failures_since_success < $2 or
       session_id is not null and not exists (select from users_sessions s where s.id = session_id))`,
    [yesterday, limits.passwordFailuresMax],
  );
  await database.query("delete from users_factor_challenges where expires_at < $1", [now]);
  await database.query(
    "delete from users_factors where status = 'unverified' and created_at < $1",
    [yesterday],
  );
  await database.query("delete from users_passkey_challenges where expires_at < $1", [now]);
  await database.query("delete from users_flow_states where expires_at < $1", [yesterday]);
  const lastWeek = new Date(now.getTime() - RESET_REQUEST_DAYS * DAY_MS);
  await database.query("delete from users_reset_requests where requested_at < $1", [lastWeek]);
  await deleteOver(database, yesterday);
  await database.query("delete from users_one_time_tokens where expires_at < $1", [now]);
}
