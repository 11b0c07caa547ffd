/** Changes the posted times of simulated payouts, so that a test does not have to wait for them. */
import type { Queryable } from "#platform";

/** Makes all payouts due that wait for a posted time, as after an hour of downtime. */
export function anHourPasses(database: Queryable): Promise<unknown> {
  return database.query(
    `update wallet_simulated_payouts set requested_at = requested_at - interval '1 hour', next_at = next_at - interval '1 hour'
     where next_at > now()`,
  );
}
