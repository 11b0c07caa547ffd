/**
 * Tests that faucet grants share transactions and are sent after users' withdrawals, even if the
 * grants were requested first.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseTransaction } from "#bitcoin";
import { balancesOf, verifyLedger } from "#ledger";
import { readCursor } from "../chain/chain-table.ts";
import { listReservedCoins, releaseCoins } from "../chain/coins-table.ts";
import { listDeposits } from "../lists.ts";
import { recentChainMovements } from "../movements.ts";
import { pendingSatsOf } from "../overview.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { sharesOf } from "../withdrawals/payment-batches.ts";
import { makeAllDue } from "../withdrawals/withdrawal-queues.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { reserveCoins } from "./reserve-coins.ts";
import { signWithdrawal } from "./sign-withdrawal.ts";

const GRANTS = 250;
const GRANT_SATS = 20_000n;

interface Paid {
  readonly id: string;
  readonly userId: string;
  readonly state: string;
  readonly txid: string | null;
  readonly rawHex: string | null;
  readonly minerFeeSats: bigint | null;
}

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

const paymentsFor = (purpose: "user" | "faucet") =>
  installation.database.query<Paid>(
    `select id, user_id as "userId", state, txid, raw_hex as "rawHex", miner_fee_sats as "minerFeeSats"
     from wallet_withdrawals where purpose = $1 order by requested_at`,
    [purpose],
  );

/** Runs a round that throws at its end because one payment fails. */
async function sendWhatGoes(): Promise<void> {
  await installation.send().catch((error: unknown) => {
    if (!/\d failed, fct_/.test(String(error))) throw error;
  });
}

async function expectBooksInOrder(): Promise<void> {
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
}

test("250 grants are sent in three transactions without delaying withdrawals", async () => {
  const ann = await installation.userWith(1_000_000n);
  const bob = await installation.newUser();
  await installation.withdraw(ann, 100_000n);
  for (let count = 0; count < GRANTS; count += 1) await installation.askFaucet(bob, GRANT_SATS);
  await installation.withdraw(ann, 200_000n);
  await installation.send();
  expect((await paymentsFor("user")).map(({ state }) => state)).toEqual(["broadcast", "broadcast"]);

  for (let round = 0; round < 2; round += 1) await installation.send();
  const grants = await paymentsFor("faucet");
  const txids = [...new Set(grants.map(({ txid }) => txid ?? "none"))];
  expect(txids).toHaveLength(3);
  const movements = (await recentChainMovements(installation.database, 4)).filter(
    ({ kind }) => kind === "faucet",
  );
  expect(movements).toHaveLength(3);
  for (const txid of txids) {
    const batch = grants.filter((grant) => grant.txid === txid);
    const { minerFeeSats, outputs } = await getTransaction(installation.wallet, { id: txid });
    expect(batch.reduce((sum, grant) => sum + (grant.minerFeeSats ?? 0n), 0n)).toBe(minerFeeSats);
    expect(outputs.filter(({ amountSats }) => amountSats === GRANT_SATS)).toHaveLength(
      batch.length,
    );
    expect(movements).toContainEqual(
      expect.objectContaining({ txid, amountSats: BigInt(batch.length) * GRANT_SATS }),
    );
    const [raw, ...others] = batch.flatMap(({ rawHex }) => rawHex ?? []);
    expect(others).toEqual([]);
    expect(parseTransaction(raw ?? "").txid).toBe(txid);
  }

  await installation.mine(6);
  expect([...new Set((await paymentsFor("faucet")).map(({ state }) => state))]).toEqual([
    "completed",
  ]);
  expect((await balancesOf(installation.database, bob)).availableSats).toBe(
    BigInt(GRANTS) * GRANT_SATS,
  );
  const { items } = await listDeposits(installation.wallet, {
    userId: bob,
    cursor: undefined,
    limit: 300,
  });
  expect(items.every(({ isFromFaucet }) => isFromFaucet)).toBe(true);
  const paidFor = await installation.database.query<{ id: string }>(
    "select distinct withdrawal_id as id from wallet_deposits where user_id = $1",
    [bob],
  );
  expect(paidFor.map(({ id }) => id).toSorted()).toEqual(grants.map(({ id }) => id).toSorted());
  await expectBooksInOrder();
}, 120_000);

const stateOf = async (id: string) => (await findWithdrawal(installation.database, id))?.state;

/** Requests grants for new users, one per user. */
async function askFor(count: number, amountSats = GRANT_SATS) {
  const grants = [];
  for (let made = 0; made < count; made += 1) {
    const userId = await installation.newUser();
    grants.push({ userId, id: (await installation.askFaucet(userId, amountSats)).id });
  }
  return grants;
}

const txidsOf = async (grants: readonly { readonly id: string }[]) => {
  const rows = await Promise.all(grants.map(({ id }) => findWithdrawal(installation.database, id)));
  return rows.map((row) => row?.txid ?? null);
};

test("each recipient sees the grant in the mempool after one broadcast", async () => {
  const grants = await askFor(5);
  await installation.send();
  const sent = vi.spyOn(installation.node, "sendRawTransaction");
  await makeAllDue(installation.database, new Date());
  await installation.send();
  expect(sent).toHaveBeenCalledTimes(1);
  sent.mockRestore();
  await installation.watch();
  for (const { id, userId } of grants) {
    const { items } = await listDeposits(installation.wallet, {
      userId,
      cursor: undefined,
      limit: 5,
    });
    expect(items).toMatchObject([
      { state: "in_mempool", amountSats: GRANT_SATS, isFromFaucet: true },
    ]);
    expect(await getTransaction(installation.wallet, { id })).toMatchObject({
      state: "in_transit",
    });
    expect(await pendingSatsOf(installation.database, userId)).toBe(GRANT_SATS);
  }
  await installation.mine(6);
  await expectBooksInOrder();
});

test("a grant refused by the signer does not delay the rest of its batch", async () => {
  const grants = await askFor(6);
  const [, , bad] = grants;
  await installation.database.query(
    "update wallet_withdrawals set amount_sats = 30000 where id = $1",
    [bad?.id],
  );
  for (let round = 0; round < 3; round += 1) {
    await sendWhatGoes();
    await installation.mine(1);
  }
  const others = grants.filter(({ id }) => id !== bad?.id);
  for (const { id } of others) expect(await stateOf(id)).toBe("confirming");
  expect(await stateOf(bad?.id ?? "")).toBe("reserved");
  await installation.database.query(
    "update wallet_withdrawals set amount_sats = $2 where id = $1",
    [bad?.id, GRANT_SATS],
  );
  // The signer refuses coins that were chosen for a different amount.
  await installation.database.transaction((tx) => releaseCoins(tx, bad?.id ?? ""));
  await installation.database.query(
    "update wallet_withdrawals set state = 'approved', psbt = null where id = $1",
    [bad?.id],
  );
  await installation.send();
  await installation.mine(6);
  for (const { id } of grants) expect(await stateOf(id)).toBe("completed");
  await expectBooksInOrder();
});

test("a grant that fails before signing does not delay the rest of its batch", async () => {
  const grants = await askFor(6);
  const broken = grants[4];
  const [row] = await installation.database.query<{ script: string }>(
    `update wallet_withdrawals set script_hex = 'zz' where id = $1 returning
       (select script_hex from wallet_withdrawals where id = $1) as script`,
    [broken?.id],
  );
  await sendWhatGoes();
  for (const { id } of grants)
    expect(await stateOf(id)).toBe(id === broken?.id ? "approved" : "broadcast");
  await installation.database.query("update wallet_withdrawals set script_hex = $2 where id = $1", [
    broken?.id,
    row?.script,
  ]);
  await installation.send();
  await installation.mine(6);
  for (const { id } of grants) expect(await stateOf(id)).toBe("completed");
  await expectBooksInOrder();
});

test("a batch chooses new coins if one is lost before signing", async () => {
  const grants = await askFor(4);
  const ids = grants.map(({ id }) => id);
  expect(await reserveCoins(installation.wallet, ids, 2_000n)).toEqual(ids);
  const [first = ""] = ids;
  const before = await findWithdrawal(installation.database, first);
  const [coin] = await listReservedCoins(installation.database, first);
  await installation.database.query("update wallet_coins set height = null where txid = $1", [
    coin?.txid,
  ]);
  if (!before) throw new Error("nothing was reserved");
  expect(await signWithdrawal(installation.wallet, before)).toBe(false);
  for (const id of ids)
    expect(await findWithdrawal(installation.database, id)).toMatchObject({
      state: "approved",
      paidWith: null,
      outputIndex: 0,
      minerFeeSats: null,
      psbt: null,
    });
  await installation.send();
  expect(new Set(await txidsOf(grants)).size).toBe(1);
  await installation.database.query("update wallet_coins set height = $2 where txid = $1", [
    coin?.txid,
    coin?.height,
  ]);
  await installation.mine(6);
  for (const id of ids) expect(await stateOf(id)).toBe("completed");
  await expectBooksInOrder();
});

test("part of a batch waits for a block if there are too few coins", async () => {
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where reserved_by is null and spent_txid is null",
  );
  const [coin] = await installation.database.query<{ txid: string; vout: number; sats: bigint }>(
    `update wallet_coins set reserved_by = null where (txid, vout) = (
       select txid, vout from wallet_coins where reserved_by = 'kept' and is_change and height is not null
       order by amount_sats limit 1) returning txid, vout, amount_sats as sats`,
  );
  const each = ((coin?.sats ?? 0n) * 2n) / 7n;
  await postLimits(installation.wallet, "faucet", { daily: "10", least: "0.0001" });
  const grants = await askFor(4, each);
  await installation.send();
  expect(await Promise.all(grants.map(({ id }) => stateOf(id)))).toEqual([
    "broadcast",
    "broadcast",
    "approved",
    "approved",
  ]);
  await installation.database.query(
    "update wallet_coins set reserved_by = null where reserved_by = 'kept'",
  );
  await installation.send();
  await installation.mine(6);
  for (const { id } of grants) expect(await stateOf(id)).toBe("completed");
  await expectBooksInOrder();
});

test("grants take no coins while a withdrawal waits for coins to mature", async () => {
  const ann = await installation.userWith(3_000_000n);
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where reserved_by is null and spent_txid is null",
  );
  await installation.database.query(
    `update wallet_coins set reserved_by = null where (txid, vout) = (
       select txid, vout from wallet_coins where amount_sats = 3000000 and spent_txid is null limit 1)`,
  );
  const [bob] = await askFor(1);
  const { id } = await installation.withdraw(await installation.userWith(3_500_000n), 3_400_000n);
  await installation.database.query(
    "update wallet_coins set reserved_by = 'kept' where reserved_by is null and amount_sats = 3500000",
  );
  await installation.send();
  expect(await stateOf(id)).toBe("approved");
  expect(await stateOf(bob?.id ?? "")).toBe("approved");
  const small = await installation.withdraw(ann, 100_000n);
  await installation.send();
  expect(await stateOf(small.id)).toBe("broadcast");
  await installation.database.query(
    "update wallet_coins set reserved_by = null where reserved_by = 'kept'",
  );
  await installation.send();
  expect(await stateOf(id)).toBe("broadcast");
  expect(await stateOf(bob?.id ?? "")).toBe("broadcast");
  await installation.mine(6);
  await expectBooksInOrder();
});

test("the shares of a batch's miner's fee add up to the fee", () => {
  expect(sharesOf(10n, 4)).toEqual([3n, 3n, 2n, 2n]);
  expect(sharesOf(1_000_000n, 100)).toEqual(Array(100).fill(10_000n));
  expect(sharesOf(999_999n, 100).every((share) => share <= 10_000n)).toBe(true);
  expect(sharesOf(0n, 3)).toEqual([0n, 0n, 0n]);
});
