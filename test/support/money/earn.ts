/**
 * Creates the dependencies for tests of the earn module: a clock that only the test moves, users
 * with money, and an interest fund that the test fills.
 */
import { changeRate, postedRates } from "#earn";
import { balancesOf, houseAccount, outsideAccount, postAll, userAccount } from "#ledger";
import {
  createBus,
  newUuid,
  silentLog,
  type Bus,
  type Database,
  type IdempotentRequest,
  type Log,
  type PayGate,
} from "#platform";
import type { Treasury } from "#treasury";
import { everythingPromised } from "./treasury.ts";
import { movableClock, moneyRequest, openGate, type MovableClock } from "./mining.ts";
import { testUser } from "../people/user.ts";
import { noEarnings } from "./no-earnings.ts";
import type { SettleEarnings } from "#ledger";

export interface EarnTestDeps {
  readonly database: Database;
  readonly clock: MovableClock;
  readonly bus: Bus;
  readonly log: Log;
  readonly frozenAmong: () => Promise<ReadonlySet<string>>;
  readonly settleEarnings: SettleEarnings;
  readonly treasury: Treasury;
  readonly payGate: PayGate;
}

/**
 * Returns the dependencies. By default the treasury has no spare coins, so the interest fund
 * contains only the coins that a test adds.
 */
export function earnDeps(database: Database, start = "2026-03-01T09:00:00Z"): EarnTestDeps {
  const clock = movableClock(start);
  return {
    database,
    clock,
    bus: createBus(),
    log: silentLog,
    frozenAmong: async () => new Set(),
    settleEarnings: noEarnings,
    treasury: everythingPromised,
    payGate: openGate(clock),
  };
}

async function move(database: Database, debit: string, credit: string, amount: bigint) {
  await database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );
}

/** Creates a user with a mailbox and money. Returns the user's id. */
export async function saver(database: Database, sats: bigint): Promise<string> {
  const { userId } = await testUser(database);
  if (sats > 0n)
    await move(database, outsideAccount("chain"), userAccount(userId, "available", "BTC"), sats);
  return userId;
}

let addresses = 0;

/** Returns an IP address in a network that has not sent any request yet. */
export function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

const FUNDING = houseAccount("earn-funding", "BTC");

/** Sets the interest fund to this amount, whatever it contained before. */
export async function setFunding(database: Database, sats: bigint): Promise<void> {
  const [row] = await database.query<{ balance: bigint }>(
    "select balance from ledger_accounts where name = $1",
    [FUNDING],
  );
  const change = sats - (row?.balance ?? 0n);
  if (change > 0n) await move(database, outsideAccount("chain"), FUNDING, change);
  if (change < 0n) await move(database, FUNDING, outsideAccount("chain"), -change);
}

export async function availableCoins(database: Database, userId: string) {
  const { availableSats, heldSats } = await balancesOf(database, userId);
  return { availableSats, heldSats };
}

/** Returns the interest owed on all users' open positions, which the reserve must cover. */
export async function lockedInterestSats(database: Database): Promise<bigint> {
  const [row] = await database.query<{ sats: bigint }>(
    "select coalesce(sum(locked_sats), 0)::bigint as sats from earn_positions where state <> 'closed'",
  );
  return row?.sats ?? 0n;
}

/** Posts a new product rate, which applies from now on. */
export async function setRate(
  { database, clock }: Pick<EarnTestDeps, "database" | "clock">,
  productId: string,
  apyPercent: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const posted = await postedRates(tx);
    const seenId = posted.find(({ product }) => product.id === productId)?.rates[0]?.id ?? "";
    await changeRate(tx, clock, { productId, seenId, apyPercent, source: "test", setBy: "test" });
  });
}

export function earnRequest(userId: string, route = "earn"): IdempotentRequest {
  return moneyRequest(userId, route);
}

/** Moves coins between house accounts, for example to make a payout fail. */
export async function moveHouseMoney(
  database: Database,
  debit: string,
  credit: string,
  amount: bigint,
): Promise<void> {
  await move(database, debit, credit, amount);
}
