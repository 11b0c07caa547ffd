/**
 * Compares the wallet's tables and the ledger with a fresh scan of the chain. Throws if any amount
 * differs, even by one satoshi.
 */
import { accountBalance, balancesOf, outsideAccount } from "#ledger";
import type { Database } from "#platform";
import { expect } from "vitest";
import type { Scan } from "./fresh-scan.ts";

interface StoredPayment {
  readonly id: string;
  readonly purpose: string;
  readonly userId: string;
  readonly amountSats: bigint;
  readonly state: string;
  readonly book: string;
  readonly txid: string | null;
  readonly height: number | null;
}

interface StoredSelfTransfer {
  readonly txid: string;
  readonly height: number | null;
  readonly book: string;
  readonly minerFeeSats: bigint;
}

export async function expectSameAsScan(
  database: Database,
  scan: Scan,
  userIds: readonly string[],
): Promise<void> {
  expect(await cursorOf(database)).toEqual({ height: scan.height, hash: scan.hash, open: 0n });
  expect(await coinsOf(database)).toEqual(sortUnspent(scan.unspent));
  expect(await depositsOf(database)).toEqual(
    scan.deposits
      .map(
        (d) => `${d.outpoint} ${d.userId ?? "house"} ${d.amountSats} ${d.height} ${d.isDeepEnough}`,
      )
      .toSorted(),
  );
  const payments = await paymentsOf(database);
  const own = await selfTransfersOf(database);
  for (const { txid, height } of [...payments, ...own])
    expect(height).toBe(txid === null ? null : (scan.payments.get(txid)?.height ?? null));
  const recorded = new Set([...payments, ...own].map(({ txid }) => txid));
  expect([...scan.payments.keys()].filter((txid) => !recorded.has(txid))).toEqual([]);
  for (const { txid, minerFeeSats } of own.filter(({ height }) => height !== null))
    expect(scan.payments.get(txid)).toMatchObject({ payoutSats: 0n, minerFeeSats });
  for (const userId of userIds) await expectUser(database, scan, payments, userId);
  await expectBooks(database, scan, payments, own);
}

/**
 * Checks that a user's confirmed deposits minus requested withdrawals equal the balance or debt.
 */
async function expectUser(
  database: Database,
  scan: Scan,
  payments: readonly StoredPayment[],
  userId: string,
): Promise<void> {
  const income = scan.deposits
    .filter((deposit) => deposit.userId === userId && deposit.isDeepEnough)
    .reduce((sum, { amountSats }) => sum + amountSats, 0n);
  const own = payments.filter((p) => p.userId === userId && p.purpose === "user");
  const requested = total(own.filter(({ book }) => book !== "returned"));
  const { availableSats, heldSats } = await balancesOf(database, userId);
  const feeBumps = await feeBumpsOf(database, userId);
  const [debt] = await database.query<{ owed: bigint }>(
    "select coalesce(sum(owed_sats), 0)::bigint as owed from wallet_debts where user_id = $1",
    [userId],
  );
  expect(availableSats - (debt?.owed ?? 0n)).toBe(
    income - requested - feeBumps.held - feeBumps.charged,
  );
  const heldFor = total(own.filter(({ book }) => book === "set-aside"));
  expect(heldSats).toBe(heldFor + feeBumps.held);
}

/**
 * Returns the costs of a user's fee bumps. They are held until the payment is settled; then only
 * the bumps up to the mined version are charged.
 */
async function feeBumpsOf(database: Database, userId: string) {
  const [row] = await database.query<{ held: bigint; charged: bigint }>(
    `select coalesce(sum(cost_sats) filter (where w.book = 'set-aside'), 0)::bigint as held,
       coalesce(sum(cost_sats) filter (where w.book = 'posted' and case
         when w.settled_fee_sats = w.miner_fee_sats then b.number <= coalesce(v.number, 0)
         else b.state = 'signed' end), 0)::bigint as charged
     from wallet_bumps b join wallet_withdrawals w on w.id = b.withdrawal_id
       left join wallet_versions v on v.txid = w.txid
     where w.user_id = $1 and b.paid_by = 'user' and b.state <> 'void'`,
    [userId],
  );
  return row ?? { held: 0n, charged: 0n };
}

/**
 * Checks that the negative balance of `chain` equals all posted income minus all payments,
 * including miners' fees.
 */
async function expectBooks(
  database: Database,
  scan: Scan,
  payments: readonly StoredPayment[],
  own: readonly StoredSelfTransfer[],
): Promise<void> {
  const income = scan.deposits
    .filter(({ isDeepEnough }) => isDeepEnough)
    .reduce((sum, { amountSats }) => sum + amountSats, 0n);
  const posted = payments.filter(({ book }) => book === "posted");
  const [stored] = await database.query<{ gone: bigint }>(
    `select coalesce(sum(amount_sats - fee_sats + settled_fee_sats), 0)::bigint as gone
     from wallet_withdrawals where id = any($1)`,
    [posted.map(({ id }) => id)],
  );
  const chain = await accountBalance(database, outsideAccount("chain"));
  const ownFees = own
    .filter(({ book }) => book === "posted")
    .reduce((sum, { minerFeeSats }) => sum + minerFeeSats, 0n);
  expect(-chain).toBe(income - (stored?.gone ?? 0n) - ownFees);
  const txids = new Set(posted.map(({ txid }) => txid ?? ""));
  const mined = [...txids].flatMap((txid) => scan.payments.get(txid) ?? []);
  const [minedStored] = await database.query<{ gone: bigint }>(
    `select coalesce(sum(amount_sats - fee_sats + miner_fee_sats), 0)::bigint as gone
     from wallet_withdrawals where id = any($1) and height is not null`,
    [posted.map(({ id }) => id)],
  );
  expect(mined.reduce((sum, p) => sum + p.payoutSats + p.minerFeeSats, 0n)).toBe(minedStored?.gone);
}

async function cursorOf(database: Database) {
  const [row] = await database.query(
    "select height, hash, unexplained_sats as open from wallet_cursor",
  );
  return row;
}

async function coinsOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ coin: string }>(
    `select txid || ':' || vout || ' ' || amount_sats as coin from wallet_coins
     where height is not null and spent_txid is null`,
  );
  return rows.map(({ coin }) => coin).toSorted();
}

async function depositsOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ line: string }>(
    `select txid || ':' || vout || ' ' || coalesce(user_id::text, 'house') || ' ' || amount_sats || ' ' || height || ' '
       || (credited_at is not null) as line
     from wallet_deposits where height is not null`,
  );
  return rows.map(({ line }) => line).toSorted();
}

async function paymentsOf(database: Database): Promise<StoredPayment[]> {
  return database.query<StoredPayment>(
    `select id, purpose, user_id as "userId", amount_sats as "amountSats", state, book, txid, height
     from wallet_withdrawals`,
  );
}

/** Returns the signed self-transfers. */
async function selfTransfersOf(database: Database): Promise<StoredSelfTransfer[]> {
  return database.query<StoredSelfTransfer>(
    `select txid, height, book, miner_fee_sats as "minerFeeSats" from wallet_self_transfers where raw_hex is not null`,
  );
}

function total(payments: readonly StoredPayment[]): bigint {
  return payments.reduce((sum, { amountSats }) => sum + amountSats, 0n);
}

function sortUnspent(unspent: ReadonlyMap<string, bigint>): string[] {
  return [...unspent].map(([outpoint, amount]) => `${outpoint} ${amount}`).toSorted();
}
