/** The posted times of simulated payouts, which a test need not wait for. */
import type { Queryable } from "#platform";

/** They have passed for each that waits for one: an hour of downtime. */
export function anHourPasses(database: Queryable): Promise<unknown> {
  return database.query(
    `update wallet_simulated_payouts set requested_at = requested_at - interval '1 hour', next_at = next_at - interval '1 hour'
     where next_at > now()`,
  );
}
