/** Changes the posted times of simulated payouts, so that tests need not wait for the payouts. */
import type { Queryable } from "#platform";

/** Makes every scheduled payout due, as if the server had been down for an hour. */
export function anHourPasses(database: Queryable): Promise<unknown> {
  return database.query(
    `update wallet_simulated_payouts set requested_at = requested_at - interval '1 hour', next_at = next_at - interval '1 hour'
     where next_at > now()`,
  );
}
