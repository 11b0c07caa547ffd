/**
 * Plays weeks of mining with hourly payouts and settlements before spending, and compares them with
 * pay for each minute of the same history. `npm run simulate -- --long` plays a month of 200
 * accounts.
 */
import { balancesOf, houseAccount, postAtCommit, userAccount, verifyLedger } from "#ledger";
import { difficultyOf, hashRateOfThs } from "#economics";
import { newId, newUuid } from "#platform";
import { expect, test } from "vitest";
import { userWith } from "../../../test/support/money/books.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import {
  fundTreasury,
  miningDeps,
  setReferenceValues,
  type MiningTestDeps,
} from "../../../test/support/money/mining.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, newestSeed } from "../../../test/support/seeds.ts";
import { insertHashRateSources } from "../accrual/hash-rate-sources-table.ts";
import { installRig } from "../rigs/install-rig.ts";
import { startMining } from "../start-mining.ts";
import { stopMining } from "../stop-mining.ts";
import { minutePay } from "../testing/minute-oracle.ts";
import { daysThatDiffer, sourcesThatDiffer } from "../testing/paid-rows.ts";
import { payOutDue } from "./payout-round.ts";

const ACCOUNTS = length(20, 200);
const DAYS = length(2, 31);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Coins of a rig's owner, enough for a month of power. */
const RIG_OWNER_SATS = 5_000_000n;
/** One payout row of this many that pay per minute would write. */
const FEWER_TIMES = 40;

const books = fileDatabase();

interface Account {
  readonly userId: string;
  readonly openingSats: bigint;
  spentSats: bigint;
  isMining: boolean;
}

test.each(newestSeed)(
  "hourly pay equals minute-by-minute pay to the satoshi, seed %i",
  { timeout: 600_000 },
  async (seed) => {
    const { database } = books;
    await fundTreasury(database, 100_000_000_000n);
    const deps = miningDeps(database, "2026-05-01T00:00:00Z");
    const random = pseudoRandom(seed);
    const between = (least: number, end: number) => least + Math.floor(random() * (end - least));
    const accounts: Account[] = [];
    for (let place = 0; place < ACCOUNTS; place += 1)
      accounts.push(await openAccount(deps, place, between));
    expect(await payOutDue(deps)).toBe(0);
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      const end = deps.clock.now().getTime() + HOUR;
      // On average, an account spends every third day and is switched every seventh day.
      for (let events = 0; events < ACCOUNTS / 50; events += 1) {
        deps.clock.set(new Date(between(deps.clock.now().getTime(), end)));
        const account = accounts[between(0, ACCOUNTS)];
        if (account) await (random() < 0.7 ? spend(deps, account) : toggle(deps, account));
        if (random() < 0.02) await changeReferenceValues(deps, between);
      }
      deps.clock.set(new Date(end));
      expect(await payOutDue(deps)).toBe(0);
    }

    const oracle = await minutePay(database, deps.clock.now().getTime());
    const paid = await database.query<(typeof oracle)[number]>(
      `select e.id as "sourceId", posted_sats as "paidSats", coalesce(charged_sats, 0) as "chargedSats", payouts
       from mining_earners e left join mining_rigs r using (id) order by e.id`,
    );
    const amounts = (rows: typeof oracle) =>
      rows.map((row) => [row.sourceId, row.paidSats, row.chargedSats]);
    expect(amounts(paid)).toEqual(amounts(oracle));
    const rows = (all: typeof oracle) => all.reduce((sum, { payouts }) => sum + payouts, 0);
    process.stdout.write(`${rows(paid)} payouts instead of ${rows(oracle)}\n`);
    expect(rows(paid) * FEWER_TIMES).toBeLessThan(rows(oracle));

    const [sums] = await database.query<{ sats: bigint }>(
      `select sum(posted_sats - coalesce(charged_sats, 0))::bigint as sats
       from mining_earners left join mining_rigs using (id)`,
    );
    let balances = 0n;
    for (const { userId, openingSats, spentSats } of accounts)
      balances += (await balancesOf(database, userId)).availableSats + spentSats - openingSats;
    expect(balances).toBe(sums?.sats);
    expect(await daysThatDiffer(database)).toEqual([]);
    expect(await sourcesThatDiffer(database)).toEqual([]);
    expect(await verifyLedger(database)).toEqual([]);
  },
);

/** Opens an account with a contract, and for some accounts a short boost or a rig. */
async function openAccount(
  deps: MiningTestDeps,
  place: number,
  between: (least: number, end: number) => number,
): Promise<Account> {
  const { database, clock } = deps;
  const startsAt = clock.now();
  const isRigOwner = place % 5 === 0;
  const openingSats = isRigOwner ? RIG_OWNER_SATS : 0n;
  const userId = await userWith(database, { sats: openingSats });
  const contract = { kind: "contract" as const, endsAt: new Date(startsAt.getTime() + 30 * DAY) };
  const boostMs = between(1, DAYS * DAY);
  const boost = { kind: "boost" as const, endsAt: new Date(startsAt.getTime() + boostMs) };
  const wanted = place % 2 === 0 ? [contract] : [contract, boost];
  const sources = wanted.map(({ kind, endsAt }) => ({
    id: newId("ctr", startsAt),
    userId,
    kind,
    hashRate: hashRateOfThs(String(between(50, 500))),
    startsAt,
    endsAt,
    referenceId: "ref_start",
    paidSats: 1n,
    paidCents: 1n,
  }));
  await startMining(deps, { userId });
  await database.transaction(async (tx) => {
    await insertHashRateSources(tx, sources);
    if (isRigOwner)
      await installRig(tx, {
        id: newId("rig", startsAt),
        userId,
        name: "S19 Pro",
        hashRateThs: "110",
        powerKw: "3.25",
        startsAt,
        paidSats: 5_833_334n,
        paidCents: 350_000n,
      });
  });
  return { userId, openingSats, spentSats: 0n, isMining: true };
}

/** Settles the account's earnings and spends a tenth of the balance, as a use case does. */
async function spend(
  { database, settleEarnings }: MiningTestDeps,
  account: Account,
): Promise<void> {
  const { userId } = account;
  account.spentSats += await database.transaction(async (tx) => {
    const settled = await settleEarnings(tx, [userId], "single");
    const before = (await balancesOf(tx, userId)).availableSats;
    const amount = (before + (settled.get(userId) ?? 0n)) / 10n;
    if (amount <= 0n) return 0n;
    const debit = userAccount(userId, "available", "BTC");
    const credit = houseAccount("fees", "BTC");
    postAtCommit(tx, [[{ id: newUuid(), debit, credit, amount, code: "adjustment" }]]);
    return amount;
  });
}

async function toggle(deps: MiningTestDeps, account: Account): Promise<void> {
  const { userId } = account;
  await (account.isMining ? stopMining : startMining)(deps, { userId });
  account.isMining = !account.isMining;
}

async function changeReferenceValues(
  deps: MiningTestDeps,
  between: (least: number, end: number) => number,
): Promise<void> {
  await setReferenceValues(deps, {
    difficulty: difficultyOf(`${83_000_000_000_000 + between(0, 1e13)}.${between(0, 1e8)}`),
    feesSats: BigInt(between(0, 1e8)),
    centsPerBtc: BigInt(between(5_000_000, 8_000_000)),
  });
}
