/**
 * Measures one caller's ledger transfer throughput. It is compared with pgbench and with the same
 * transfers through a minimal ledger (`minimal-ledger.ts`).
 */
import { openLedgerAccounts, type BenchDatabase } from "./bench-database.ts";
import { callers, inTurns, type Load } from "./callers.ts";
import { uniform } from "./ledger-load.ts";
import { minimalTransfers, openMinimalLedger } from "./minimal-ledger.ts";
import type { Plan } from "./plan.ts";
import type { Rate, Yardstick } from "./yardstick.ts";

export interface LedgerRound {
  readonly pgbench1: Rate;
  readonly one: Load;
  /** Results of the ledger and the minimal ledger, measured alternately with one transfer each. */
  readonly inTurn: Rate;
  readonly minimal: Rate;
}

const ACCOUNTS = { full: 100_000, short: 1_000 };

export async function measureLedger(
  { database }: BenchDatabase,
  { size, rounds, seconds, random }: Plan,
  yardstick: Yardstick,
): Promise<LedgerRound[]> {
  const accounts = await openLedgerAccounts(database, ACCOUNTS[size]);
  await openMinimalLedger(database, accounts);
  await yardstick.prepare();
  await database.query("vacuum analyze");
  await database.query("checkpoint");
  const transfers = uniform(database, accounts, random);
  const minimal = minimalTransfers(database, accounts, random);
  await callers(1, seconds / 2, transfers);
  await callers(1, seconds / 2, minimal);
  const measured: LedgerRound[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const pgbench1 = await yardstick.measure(1, seconds);
    const one = await callers(1, seconds, transfers);
    const [inTurn, peer] = await inTurns(seconds * 2, [transfers, minimal]);
    measured.push({ pgbench1, one, inTurn, minimal: peer });
  }
  return measured;
}
