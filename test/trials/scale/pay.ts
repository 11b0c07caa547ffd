/**
 * Measures the cost of mining payouts per user. It pays many users for one round of mining in this
 * process, like the worker, which by default runs every minute.
 */
import { openPayDatabase } from "../../bench/mining-pay-database.ts";
import { payRound } from "../../bench/pay-round.ts";
import { movableClock } from "../../support/money/mining.ts";
import type { Installation } from "./installation.ts";
import type { Measured } from "./measured.ts";
import { openMeter } from "./meter.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const PEOPLE = 5_000;
const ROUNDS = 3;

export async function measurePay({
  serverUrl,
  postgresPid,
}: Installation): Promise<Measured["payout"]> {
  const clock = movableClock("2026-03-01T09:00:00Z");
  const database = await openPayDatabase(ROOT, serverUrl, { people: PEOPLE, start: clock.now() });
  try {
    const meter = openMeter(database, () => ({ web: [], work: undefined, postgres: postgresPid }));
    const pay = () => payRound(database, clock);
    await pay();
    await database.query("vacuum analyze");
    let seconds = 0;
    const cost = await meter.costOf(async () => {
      const startMs = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) await pay();
      seconds = (performance.now() - startMs) / 1_000;
      return ROUNDS * PEOPLE;
    });
    return { ...cost, perSecond: cost.count / seconds };
  } finally {
    await database.close();
  }
}
