/**
 * Runs random schedules of deposits, withdrawals, grants, consolidations and double spends around
 * reorgs of 1 to 12 blocks. After each schedule, the tables and the ledger must match a fresh scan
 * from the genesis block. The platform owns almost no coins, so payments must spend new deposits,
 * which is the worst case.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { balancesOf, verifyLedger } from "#ledger";
import { Refusal } from "#platform";
import { length, newestSeed } from "../../test/support/seeds.ts";
import { requestFeeBump, type FeeBumpRequest } from "./fee-bumps/request-fee-bump.ts";
import { CHANGE } from "./chain/account.ts";
import { COIN_AGES } from "./chain/chain-rules.ts";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { isFrozen } from "./overview.ts";
import { consolidate } from "./self-transfers/consolidate.ts";
import { expectSameAsScan } from "./testing/compare.ts";
import { identity, startInstallation, type Installation } from "./testing/installation.ts";
import { createScanner, type Owner } from "./testing/fresh-scan.ts";
import { openCpfpFor, abandonFor } from "./testing/stuck.ts";
import { mineExactly } from "./testing/mine-exactly.ts";
import type { OutsidePayment } from "./testing/outside-wallet.ts";
import { seeded, type Seeded } from "./testing/seeded.ts";

const SCHEDULES = length(10, 100);
/** Additional kinds of schedules, run in order until every situation has occurred. */
const SOME_MORE = [6, 4, 9, 1, 0, 6, 4, 9, 1, 0, 6, 4, 9, 1, 0];
const USERS = 6;
const COIN_SATS = 10_000_000n;
const COINS = 400;

let random: Seeded;
let installation: Installation;
let userIds: readonly string[];
let owners: Map<string, Owner>;
let changeKnown: number;
/** Number of occurrences of each situation in all schedules. */
const trouble = new Map<string, bigint>();
let compare: () => Promise<void>;

/** Derives the used change addresses. Only their number is read from the tables. */
async function learnChange(): Promise<void> {
  const [row] = await installation.database.query<{ next: number }>(
    "select coalesce(max(index) + 1, 0) as next from wallet_addresses where purpose = 'change'",
  );
  for (; changeKnown < (row?.next ?? 0); changeKnown += 1)
    owners.set(installation.wallet.account.derive(CHANGE, changeKnown).scriptHex, {
      userId: undefined,
      isChange: true,
    });
}

async function openInstallation(): Promise<void> {
  owners = new Map();
  changeKnown = 0;
  installation = await startInstallation({ minedTo: "outside" });
  const { wallet, node, outside, database } = installation;
  userIds = await Promise.all(Array.from({ length: USERS }, () => installation.newUser()));
  // All schedules run within one day, so raise the limits to avoid administrators' approvals.
  await database.query(
    `insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
     values ('trm_all', 'review', $1, now(), 'Nothing is reviewed here', 'Hashfloor')`,
    [{ one: "2100000000000000", two: "2100000000000000" }],
  );
  await database.query(
    `insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
     values ('trm_join', 'consolidation', $1, now(), 'All coins are small here', 'Hashfloor')`,
    [{ rateMax: "3", coins: "3", small: "2100000000000000" }],
  );
  owners.set(wallet.account.derive(0, 0).scriptHex, { userId: undefined, isChange: false });
  await node.generateToAddress(3, outside.address);
  await outside.splitInto(node, COINS, COIN_SATS);
  await installation.payFromOutside(wallet.treasuryAddress, 9_000_000n);
  await node.generateToAddress(6, outside.address);
  await installation.watch();
  const scan = createScanner(node);
  compare = async () => {
    await learnChange();
    await expectSameAsScan(database, await scan((script) => owners.get(script)), userIds);
  };
}

async function addressOf(userId: string): Promise<string> {
  const { address, scriptHex } = await currentDepositAddress(installation.wallet, { userId });
  owners.set(scriptHex, { userId, isChange: false });
  return address;
}

async function deposit(to?: string): Promise<OutsidePayment> {
  const { treasuryAddress } = installation.wallet;
  const address =
    to ?? (random.chance(15) ? treasuryAddress : await addressOf(random.pick(userIds)));
  return installation.payFromOutside(address, BigInt(random.between(20_000, 9_000_000)));
}

async function withdraw(userId: string, percent: number): Promise<void> {
  const { availableSats } = await balancesOf(installation.database, userId);
  if (availableSats < 20_000n || (await isFrozen(installation.database, userId))) return;
  const share = (availableSats * BigInt(percent)) / 100n;
  const amountSats = share < 20_000n ? availableSats : share;
  const walletAddress = random.chance(25)
    ? await addressOf(random.pick(userIds))
    : installation.outside.address;
  await installation.withdraw(userId, amountSats, { walletAddress });
}

/** Bumps the fee of an unmined payment at the expense of its owner or the platform. */
async function bump(
  { feeRateSatsPerVb, paidBy }: Pick<FeeBumpRequest, "feeRateSatsPerVb" | "paidBy"> = {
    feeRateSatsPerVb: 5,
    paidBy: "user",
  },
): Promise<void> {
  const [open] = await installation.database.query<{ id: string; userId: string }>(
    `select id, user_id as "userId" from wallet_withdrawals
     where purpose = 'user' and state in ('broadcast', 'in_mempool') order by id desc limit 1`,
  );
  if (!open) return;
  await requestFeeBump(installation.wallet, {
    withdrawalId: open.id,
    requestedBy: open.userId,
    paidBy,
    feeRateSatsPerVb,
    costSats: 100_000n,
    idempotency: identity(open.userId, "bumpWithdrawal"),
  });
}

/**
 * Requests a bump. A refusal is accepted, because the payment may be in a block that the watcher
 * has not read yet.
 */
async function raise(): Promise<void> {
  const { node, outside } = installation;
  if (random.chance(30)) await node.generateToAddress(1, outside.address);
  const paidBy = random.chance(20) ? "house" : "user";
  await bump({ feeRateSatsPerVb: random.between(3, 60), paidBy }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  await installation.send();
  await installation.watch();
}

/** Mines one version of a bumped payment, as another miner could. */
async function mineVersion(place: number): Promise<void> {
  const { database, node, outside } = installation;
  const [version] = await database.query<{ rawHex: string }>(
    `select raw_hex as "rawHex" from wallet_versions order by withdrawal_id desc, number limit 1 offset $1`,
    [place],
  );
  if (version) await mineExactly(node, version.rawHex, outside.scriptHex);
}

/** Requests several grants at the same time, which share a transaction. */
async function grants(count = random.between(1, 4)): Promise<void> {
  for (let remaining = count; remaining > 0; remaining -= 1) {
    const userId = random.pick(userIds);
    await addressOf(userId);
    await installation.askFaucet(userId, 100_000n).catch(() => undefined);
  }
}

/** Double-spends the deposit while a reorg has removed it from the chain. */
async function doubleSpend(payment: OutsidePayment): Promise<void> {
  const { outside, node } = installation;
  const outputs = [{ address: outside.address, amountSats: 1_000_000n }];
  const replacement = outside.pay(outputs, { spending: payment, feeSats: 100_000n });
  await node.sendRawTransaction(replacement.rawHex).catch(() => undefined);
}

async function mine(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await installation.node.generateToAddress(1, installation.outside.address);
    if (random.chance(50)) await installation.watch();
    if (random.chance(50)) await installation.send();
  }
  await installation.watch();
}

async function schedule(payments: OutsidePayment[]): Promise<void> {
  for (let step = random.between(1, 4); step > 0; step -= 1) {
    if (random.chance(60)) payments.push(await deposit());
    if (random.chance(50)) await withdraw(random.pick(userIds), random.between(20, 100));
    if (random.chance(40)) await withdraw(random.pick(userIds), random.between(20, 100));
    if (random.chance(15)) await grants();
    if (random.chance(15)) await consolidate(installation.wallet);
    await installation.send();
    if (random.chance(50)) await raise();
    await mine(random.between(0, 4));
  }
  const depth = random.between(1, 12);
  const recent = payments.at(-random.between(1, 3));
  await reorg(depth, random.chance(40) ? recent : undefined);
}

/**
 * Deposits coins, withdraws all of them as soon as they are credited, then double-spends the
 * deposit.
 */
async function attack(): Promise<void> {
  const userId = random.pick(userIds);
  const payment = await deposit(await addressOf(userId));
  await mine(6);
  await withdraw(userId, 100);
  await grants(2);
  await installation.send();
  await mine(random.between(0, 3));
  await reorg(12, payment);
  await mine(6);
  await compare();
}

/**
 * Requests a bump of a payment that an unread block already contains. Then bumps a payment, mines
 * the bumped version and, after it is settled, mines the earlier version instead.
 */
async function overtake(): Promise<void> {
  const userId = await installation.newUser();
  userIds = [...userIds, userId];
  await installation.payFromOutside(await addressOf(userId), 5_000_000n);
  await mine(6);
  await withdraw(userId, 50);
  await installation.send();
  await installation.node.generateToAddress(1, installation.outside.address);
  await bump();
  await installation.send();
  await mine(random.between(5, 8));
  await compare();
  await withdraw(userId, 50);
  await installation.send();
  await bump();
  await installation.send();
  await mine(random.between(6, 8));
  await compare();
  const { node, outside } = installation;
  await node.simulateReorg({ depth: 8, address: outside.address });
  await mineVersion(0);
  await installation.watch();
  await compare();
  await mine(random.between(5, 8));
  await compare();
}

/** Consolidates deposits around a reorg that may remove one of them. */
async function consolidateCoins(): Promise<void> {
  const people = await Promise.all(Array.from({ length: 4 }, () => installation.newUser()));
  userIds = [...userIds, ...people];
  const payments: OutsidePayment[] = [];
  for (const userId of people) payments.push(await deposit(await addressOf(userId)));
  await installation.mine(COIN_AGES.settled.deposit);
  await consolidate(installation.wallet);
  await installation.send();
  await mine(random.between(0, 2));
  await reorg(random.between(1, 12), random.chance(50) ? random.pick(payments) : undefined);
}

/**
 * Raises a withdrawal's fee with a CPFP transaction, or abandons it, while an unread block, another
 * miner or a reorg may mine either of the conflicting transactions.
 */
async function stuck(firstWay: Way): Promise<void> {
  const userId = await installation.newUser();
  userIds = [...userIds, userId];
  await installation.payFromOutside(await addressOf(userId), 5_000_000n);
  await mine(6);
  await withdraw(userId, 50);
  await installation.send();
  await installation.watch();
  const [open] = await installation.database.query<{ id: string; rawHex: string }>(
    `select id, raw_hex as "rawHex" from wallet_withdrawals
     where user_id = $1 and purpose = 'user' and paid_with is null and raw_hex is not null`,
    [userId],
  );
  if (!open) return;
  await decide(open.id, firstWay);
  if (random.chance(50)) await decide(open.id, random.chance(50) ? openCpfpFor : abandonFor);
  const mineOne = () => mineEither(open);
  if (random.chance(40)) await mineOne();
  await mine(random.between(0, 8));
  await compare();
  for (let round = random.between(1, 3); round > 0; round -= 1) {
    const { node, outside } = installation;
    await node.simulateReorg({ depth: random.between(1, 10), address: outside.address });
    if (random.chance(60)) await mineOne();
    await installation.watch();
    await compare();
    await mine(random.between(0, 8));
    await compare();
  }
}

type Way = typeof openCpfpFor;

async function decide(withdrawalId: string, way: Way): Promise<void> {
  const { node, outside } = installation;
  const feeRateSatsPerVb = random.between(3, 60);
  await way(installation, { withdrawalId, feeRateSatsPerVb }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
  if (random.chance(20)) await node.generateToAddress(1, outside.address);
  await installation.send();
  if (random.chance(70)) await installation.watch();
}

/** Mines either the payment or its newest abandonment. */
async function mineEither(payment: { readonly id: string; readonly rawHex: string }) {
  const { database, node, outside } = installation;
  const [own] = await database.query<{ rawHex: string }>(
    `select raw_hex as "rawHex" from wallet_self_transfers
     where withdrawal_id = $1 and kind = 'abandonment' and raw_hex is not null order by id desc limit 1`,
    [payment.id],
  );
  const rawHex = own && random.chance(50) ? own.rawHex : payment.rawHex;
  await mineExactly(node, rawHex, outside.scriptHex);
}

async function reorg(depth: number, takenBack: OutsidePayment | undefined): Promise<void> {
  await installation.node.simulateReorg({ depth, address: installation.outside.address });
  if (takenBack) await doubleSpend(takenBack);
  if (random.chance(30)) await mineVersion(random.between(0, 5));
  await installation.watch();
  await compare();
  await installation.send();
  await mine(random.between(0, 9));
  await compare();
}

function play(number: number, payments: OutsidePayment[]): Promise<void> {
  if (number % 10 === 9) return attack();
  if (number % 10 === 1) return consolidateCoins();
  if (number % 10 === 6) return stuck(openCpfpFor).then(() => stuck(abandonFor));
  return number % 10 === 4 ? overtake() : schedule(payments);
}

describe("tables compared with a fresh scan", () => {
  beforeEach(openInstallation, 60_000);
  afterEach(() => installation.close());

  test.each(newestSeed)(
    `${SCHEDULES} reorg schedules, seed %i`,
    { timeout: 240_000 },
    async (seed) => {
      random = seeded(seed);
      const payments: OutsidePayment[] = [];
      for (let played = 0; played < SCHEDULES; played += 1) {
        await play(played, payments).catch((error: unknown) => {
          throw new Error(`schedule ${played} of seed ${seed}`, { cause: error });
        });
      }
      await settleAll();
      for (const number of SOME_MORE) {
        if (!Object.values(await troubleMet()).includes(0n)) break;
        await play(number, payments);
        await settleAll();
      }
      await compare();
      expect(await verifyLedger(installation.database)).toEqual([]);
      await noteTrouble();
    },
  );
});

/**
 * Reversed credits, payments mined twice, batches of grants, debts, mined and unmined fee bumps,
 * consolidated coins, CPFP transactions and abandonments must all have occurred. conflict.test.ts
 * tests impossible payments.
 */
test("the schedules covered every situation", () => {
  expect([...trouble.values()].filter((count) => count === 0n)).toEqual([]);
  expect(trouble.size).toBe(9);
});

/** Runs until every payment that can finish is finished. */
async function settleAll(): Promise<void> {
  for (let block = 0; block < 40; block += 1) {
    await installation.send();
    await mine(1);
  }
  const open = await installation.database.query<{ state: string; ends: bigint }>(
    `select state, count(*) as ends from wallet_withdrawals
     where state not in ('completed', 'cancelled') and book <> 'returned' group by state`,
  );
  expect(open).toEqual([]);
}

async function noteTrouble(): Promise<void> {
  for (const [kind, count] of Object.entries(await troubleMet()))
    trouble.set(kind, (trouble.get(kind) ?? 0n) + count);
}

async function troubleMet(): Promise<Record<string, bigint>> {
  const [met] = await installation.database.query<Record<string, bigint>>(
    `select (select coalesce(sum(reversals), 0)::int8 from wallet_deposits) as reversals,
       (select count(*) from wallet_withdrawals where reorged_at is not null) as reorged,
       (select count(*) from wallet_withdrawals where paid_with is not null and purpose = 'faucet') as together,
       (select count(*) from wallet_debts) as debts,
       (select count(*) from wallet_versions v join wallet_withdrawals w on w.txid = v.txid
         where w.state = 'completed' and v.number > 0) as bumped,
       (select count(*) from wallet_versions v join wallet_withdrawals w on w.txid = v.txid
         where w.state = 'completed' and v.number = 0) as overtaken,
       (select count(*) from wallet_self_transfers where state = 'completed' and kind = 'consolidation') as joined,
       (select count(*) from wallet_self_transfers where raw_hex is not null and kind = 'child') as children,
       (select count(*) from wallet_self_transfers where raw_hex is not null and kind = 'abandonment') as "givenUp"`,
  );
  return met ?? {};
}
