/**
 * Posts a year of a user's ledger history, for tests and benchmarks: deposits, a monthly contract
 * with its payouts, boosts, withdrawals with their fees, and interest. All contracts have ended and
 * are closed, so that no worker pays for them again.
 */
import {
  houseAccount,
  outsideAccount,
  reserveAccount,
  userAccount,
  type Transfer,
  type TransferCode,
} from "#ledger";
import { newUuid, type Database } from "#platform";
import { postDated, type DatedEvent } from "./dated-transfers.ts";

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const MONTH_DAYS = 30;
const CONTRACTS = 12;
const HASH_RATE = 300_000_000_000_000n;
const CONTRACT_SATS = 831_667n;
/** Daily earnings of 300 TH/s at the initial reference values. */
const PAID_A_DAY_SATS = 22_722n;
/**
 * Number of days between days on which the server was down. Such a day's earnings were paid on the
 * following day.
 */
const DOWN_EVERY_DAYS = 40;

export interface YearOfHistory {
  readonly userId: string;
  readonly now: Date;
  readonly payoutsPerDay: number;
}

export interface YearTotals {
  readonly contributions: bigint;
  readonly income: bigint;
  readonly cost: bigint;
  readonly withdrawals: bigint;
  readonly closing: bigint;
}

/** Posts the history. Returns the totals that a report for the year must show. */
export async function postYear(database: Database, year: YearOfHistory): Promise<YearTotals> {
  const events = Array.from({ length: YEAR_DAYS }, (_, day) => eventsOfDay(year, day)).flat();
  await postDated(database, events);
  await recordContracts(database, year);
  return totalsOf(events, year.userId);
}

function eventsOfDay({ userId, now, payoutsPerDay }: YearOfHistory, day: number): DatedEvent[] {
  const start = startOfYear(now) + day * DAY_MS;
  const own = userAccount(userId, "available", "BTC");
  const held = userAccount(userId, "held", "BTC");
  const mining = houseAccount("mining", "BTC");
  const month = Math.floor(day / MONTH_DAYS);
  const contract = `ctr_year-${month}`;
  const events: DatedEvent[] = [];
  const add = (hour: number, ...transfers: Transfer[]) =>
    events.push({ at: new Date(start + hour * 3_600_000), transfers });
  const move = (debit: string, credit: string, amount: bigint, code: TransferCode, cause: string) =>
    ({ id: newUuid(), debit, credit, amount, code, cause }) satisfies Transfer;

  const txid = day.toString(16).padStart(64, "a");
  if (day % 90 === 0) {
    add(1, move(outsideAccount("chain"), own, 20_000_000n, "deposit", `${txid}:0`));
    add(1, move(outsideAccount("chain"), reserveAccount("earn"), 50_000n, "earn_funding", "earn"));
    add(1, move(outsideAccount("chain"), mining, 1_000_000n, "treasury_transfer", "year"));
  }
  const isMonthStart = day % MONTH_DAYS === 0 && month < CONTRACTS;
  if (isMonthStart) add(2, move(own, mining, CONTRACT_SATS, "contract_purchase", contract));
  if (day % 50 === 25) add(3, move(own, mining, 12_500n, "boost_purchase", `bst_year-${day}`));
  if (day % 90 === 89)
    add(4, move(reserveAccount("earn"), own, 41_000n, "earn_interest_payout", `pos_year-${day}`));
  if (day % 60 === 45) {
    const cause = `wdr_year-${day}`;
    const hold = (amount: bigint): Transfer => ({
      ...move(own, held, amount, "withdrawal_hold", cause),
      kind: "pending",
    });
    const [payout, fee] = [hold(4_990_000n), hold(10_000n)];
    const end = (from: Transfer, credit: string, code: TransferCode): Transfer => ({
      ...move(held, credit, from.amount, code, cause),
      kind: "post",
      pendingId: from.id,
    });
    add(5, payout, fee);
    const fees = houseAccount("fees", "BTC");
    add(6, end(payout, outsideAccount("chain"), "withdrawal"), end(fee, fees, "withdrawal_fee"));
  }
  const isDown = day % DOWN_EVERY_DAYS === 10;
  const wasDown = day % DOWN_EVERY_DAYS === 11;
  const paid = isDown ? 0n : PAID_A_DAY_SATS * (wasDown ? 2n : 1n);
  const share = paid / BigInt(payoutsPerDay);
  if (month < CONTRACTS && share > 0n)
    for (let n = 0; n < payoutsPerDay; n += 1)
      add(7 + (16 * n) / payoutsPerDay, move(mining, own, share, "mining_payout", contract));
  return events;
}

/**
 * Records the contracts behind the payouts. Each contract ran for thirty days with mining always
 * on.
 */
async function recordContracts(database: Database, { userId, now }: YearOfHistory): Promise<void> {
  const start = startOfYear(now);
  const contracts = Array.from({ length: CONTRACTS }, (_, month) => ({
    id: `ctr_year-${month}-${userId}`,
    from: new Date(start + month * MONTH_DAYS * DAY_MS),
    to: new Date(start + (month + 1) * MONTH_DAYS * DAY_MS),
  }));
  await database.transaction(async (tx) => {
    await tx.query("insert into mining_miners (user_id) values ($1) on conflict do nothing", [
      userId,
    ]);
    await tx.query("insert into mining_switches (user_id, on_at, off_at) values ($1, $2, $3)", [
      userId,
      contracts[0]?.from,
      contracts.at(-1)?.to,
    ]);
    for (const { id, from, to } of contracts)
      await tx.query(
        `insert into mining_earners (id, user_id, kind, hash_rate, starts_at, ends_at, reference_id, paid_sats,
           paid_cents, accrued_until, closed_at, remainder_nanosats)
         values ($1, $2, 'contract', $3, $4, $5, 'ref_start', $6, 49900, $5, $5, 0)`,
        [id, userId, HASH_RATE, from, to, CONTRACT_SATS],
      );
  });
}

function totalsOf(events: readonly DatedEvent[], userId: string): YearTotals {
  const legs = events.flatMap(({ transfers }) => transfers);
  const sum = (...codes: TransferCode[]) =>
    legs
      .filter((leg) => codes.includes(leg.code))
      .filter(({ debit, credit }) => debit.includes(userId) || credit.includes(userId))
      .reduce((total, { amount }) => total + amount, 0n);
  const contributions = sum("deposit");
  const income = sum("mining_payout", "earn_interest_payout");
  const cost = sum("contract_purchase", "boost_purchase", "withdrawal_fee");
  const withdrawals = sum("withdrawal");
  const closing = contributions + income - cost - withdrawals;
  return { contributions, income, cost, withdrawals, closing };
}

function startOfYear(now: Date): number {
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  return today - YEAR_DAYS * DAY_MS;
}
