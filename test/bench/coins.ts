/**
 * Measures how long the wallet blocks the event loop when it selects from 100,000 small coins, and
 * when it stores a consolidation of 50 coins. The result is the longest block, in CPU time.
 */
import { setImmediate as turn } from "node:timers/promises";
import { migrate, openDatabase, readMigrations, MODULES, type Database } from "#platform";
import { COIN_AGES } from "../../modules/wallet/chain/chain-rules.ts";
import { RECEIVE } from "../../modules/wallet/chain/account.ts";
import { insertAddress } from "../../modules/wallet/chain/addresses-table.ts";
import { lockCandidates, type CoinRow } from "../../modules/wallet/chain/coins-table.ts";
import { chooseCoins, COINS_MAX, leastCoinSats } from "../../modules/wallet/coins/choose-coins.ts";
import { unsignedTransfer } from "../../modules/wallet/self-transfers/choose-self-transfer.ts";
import { CONSOLIDATED_COINS_MAX } from "../../modules/wallet/self-transfers/plan-consolidation.ts";
import { testAccount } from "../../modules/wallet/testing/plant-sent.ts";
import { databaseUrl } from "../support/servers/database-url.ts";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

export interface CoinsRound {
  readonly choice: Rate;
  readonly choiceBlocks: Rate;
  readonly draft: Rate;
  readonly draftBlocks: Rate;
}

const NAME = "bench_coins";
const SIZES = {
  full: { coins: 100_000, addresses: 500, warmUpRounds: 3 },
  short: { coins: 2_000, addresses: 50, warmUpRounds: 1 },
};
const TIP = { height: 1_000 };
const PAYOUT_SATS = 4_000_000n;

export async function measureCoins(
  root: string,
  url: string,
  { size, rounds, cleanUp }: Plan,
): Promise<readonly CoinsRound[]> {
  const database = await openCoins(root, url, SIZES[size]);
  cleanUp.defer(() => database.close());
  const { warmUpRounds } = SIZES[size];
  for (let round = 0; round < warmUpRounds; round += 1) await measureOnce(database);
  const measured: CoinsRound[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureOnce(database));
  return measured;
}

async function measureOnce(database: Database): Promise<CoinsRound> {
  const choice = await watched(() => choose(database));
  const draft = await watched(() => draftJoin(database));
  return {
    choice: choice.whole,
    choiceBlocks: choice.longestTurn,
    draft: draft.whole,
    draftBlocks: draft.longestTurn,
  };
}

/** Selects coins for a withdrawal so large that it needs about a hundred of the largest coins. */
async function choose(database: Database): Promise<void> {
  const payment = {
    payouts: [{ scriptHex: `0014${"11".repeat(20)}`, amountSats: PAYOUT_SATS }],
    feeRateSatsPerKvb: 2_000n,
    minerFeeSatsMax: 100_000n,
  };
  const wanted = { coinsMax: COINS_MAX, amountsSats: [leastCoinSats(payment)] };
  const ages = COIN_AGES.settled;
  const candidates = await database.transaction((tx) =>
    lockCandidates(tx, { tip: TIP, ages }, wanted),
  );
  if (!chooseCoins(candidates, payment)) throw new Error("the coins do not suffice");
}

async function draftJoin(database: Database): Promise<void> {
  const wanted = { coinsMax: CONSOLIDATED_COINS_MAX, amountsSats: [] };
  const coins = await database.transaction((tx) =>
    lockCandidates(tx, { tip: TIP, ages: COIN_AGES.settled }, wanted),
  );
  const coinsSats = coins.reduce((sum: bigint, coin: CoinRow) => sum + coin.amountSats, 0n);
  const plan = { coins, coinsSats, minerFeeSats: 7_000n, virtualSize: 3_442n };
  await unsignedTransfer(testAccount, plan, 1);
}

/** Returns this thread's CPU time. Unlike elapsed time, it excludes other load on the machine. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function watched(work: () => Promise<void>) {
  const ending = new AbortController();
  let longestMs = 0;
  const turns = async () => {
    for (let before = busyMs(); !ending.signal.aborted;) {
      await turn();
      const now = busyMs();
      longestMs = Math.max(longestMs, now - before);
      before = now;
    }
  };
  const watching = turns();
  const begun = performance.now();
  await work();
  const wholeMs = performance.now() - begun;
  ending.abort();
  await watching;
  return { whole: rateOf(wholeMs), longestTurn: rateOf(longestMs) };
}

function rateOf(meanMs: number): Rate {
  return { perSecond: 1_000 / meanMs, meanMs };
}

/** Adds coins of 20,000 to 50,000 sat. Each coin has its own address, like a user's deposit. */
async function openCoins(
  root: string,
  url: string,
  { coins, addresses }: { readonly coins: number; readonly addresses: number },
): Promise<Database> {
  const server = openDatabase(url, { connectionsMax: 1 });
  await server.query(`create database ${NAME}`);
  await server.close();
  const database = openDatabase(databaseUrl(url, NAME));
  await migrate(database, readMigrations(root, MODULES));
  const now = new Date();
  for (let index = 1; index <= addresses; index += 1)
    await insertAddress(database, testAccount.derive(RECEIVE, index), { purpose: "treasury", now });
  await database.query(
    `insert into wallet_coins (txid, vout, script_hex, amount_sats, is_coinbase, is_change, height)
     select lpad(to_hex(n), 64, '0'), 0, a.script_hex, 20000 + (n * 7919) % 30001, false, false, 1
     from generate_series(1, $1::int) n join wallet_addresses a on a.branch = $3 and a.index = 1 + n % $2::int`,
    [coins, addresses, RECEIVE],
  );
  await database.query("vacuum analyze");
  return database;
}
