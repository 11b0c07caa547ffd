/**
 * Measures proofs of liabilities of 100,000 users: the tree, the memory of the process that takes
 * the proof, requests of users during a proof, and an outsider's verification. The whole product
 * takes the proofs, on the schedule of its own worker.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { transparencyApi } from "#api/transparency";
import type { Database } from "#platform";
import { sumTreeSteps, hashLeaf } from "#proofs";
import { readVerdict } from "#ledger";
import { coinsAndBooks, explainedSats } from "#wallet";
import { newestProof, type Proof } from "../../modules/transparency/proofs/proofs-table.ts";
import { splitAmounts } from "../../modules/transparency/proofs/split-amounts.ts";
import { siteReader } from "../../modules/transparency/verify/read-site.ts";
import { verifySite } from "../../modules/transparency/verify/verify-site.ts";
import { bareHashMs } from "./bare-hashes.ts";
import { openLedgerAccounts, type BenchDatabase } from "./bench-database.ts";
import { callers, loadOf, type Load } from "./callers.ts";
import { openClient } from "./http-client.ts";
import { measureOwnCheck, type OwnCheckRound } from "./own-check.ts";
import { openPeopleInstallation, type PeopleInstallation } from "./people-installation.ts";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

export interface ProofsRound {
  readonly tree: Rate;
  readonly treeHashes: Rate;
  /** `meanMs` is the time from the snapshot to the published proof. */
  readonly proof: Rate & { readonly megabytes: number };
  readonly walletQuiet: Load;
  readonly walletWhileProof: Load;
  readonly verify: Rate;
  readonly download: Rate;
}

const SIZES = {
  full: { users: 100_000, people: 4, readers: 32, rounds: 2 },
  short: { users: 1_000, people: 1, readers: 4, rounds: 1 },
};
const CALLERS = 16;
const POLL_MS = 20;
/** The product checks every 30 seconds whether a proof is due. */
const PROOF_MS_MAX = 180_000;

export async function measureProofs(bench: BenchDatabase, plan: Plan) {
  const { users, people, readers, rounds } = SIZES[plan.size];
  const installation = await openPeopleInstallation(bench, plan, {
    database: "bench_proofs",
    aheadMs: 0,
    counts: { people, readers },
  });
  const { database } = installation;
  await openLedgerAccounts(database, users);
  await database.query("vacuum analyze");
  const client = openClient(CALLERS);
  plan.cleanUp.defer(() => client.close());
  const { random, seconds } = plan;
  const askWallet = () => {
    const reader = installation.readers[Math.floor(random() * readers)];
    return client.ask(installation.urlOf("getWallet"), { token: reader?.token ?? "" });
  };
  // The memory for the first verification of all accounts and for requests is not counted.
  if (plan.size === "full") await verifiedAfter(database, Date.now());
  await callers(CALLERS, 2 * seconds, askWallet);
  const memory = watchMemory(installation.pids.server);
  plan.cleanUp.defer(() => memory.stop());
  await addCoin(database);
  await nextProof(database, 0);
  const measured: ProofsRound[] = [];
  for (let round = 0; round < Math.min(plan.rounds, rounds); round += 1)
    measured.push({
      ...(await measureWallet({ database, askWallet, memory }, seconds)),
      ...(await measureVerify(installation)),
      ...(await measureTree(users)),
    });
  return { rounds: measured, ownRound: await measureOwn(installation), database };
}

/** Adds one coin on the chain for all coins in the ledger, because a proof needs both to agree. */
async function addCoin(database: Database): Promise<void> {
  const coins = await database.transaction(coinsAndBooks);
  await database.query(
    `insert into wallet_coins (txid, vout, script_hex, amount_sats, is_coinbase, is_change, height)
     select repeat('ab', 32), 0, script_hex, $1, false, false, 1 from wallet_addresses limit 1`,
    [coins.bookedSats - explainedSats(coins)],
  );
}

/** Waits until a ledger verification has ended that began after this time. */
async function verifiedAfter(database: Database, startMs: number): Promise<void> {
  for (let verdicts = 0, last = 0; verdicts < 2; await sleep(POLL_MS)) {
    const decidedMs = (await readVerdict(database)).decidedAt?.getTime() ?? 0;
    if (decidedMs > Math.max(last, startMs)) [verdicts, last] = [verdicts + 1, decidedMs];
  }
}

/** Returns the first proof after this time (milliseconds since 1970). */
async function nextProof(database: Database, afterMs: number): Promise<Proof> {
  for (const end = Date.now() + PROOF_MS_MAX; Date.now() < end; await sleep(POLL_MS)) {
    const proof = await newestProof(database);
    if (proof && proof.takenAt.getTime() > afterMs) return proof;
  }
  throw new Error("the product has taken no proof");
}

/** Deletes all proofs, so that the product takes the next one. */
async function deleteProofs(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    for (const table of ["leaves", "nodes", "proofs"])
      await tx.query(`delete from transparency_${table}`);
  });
}

interface WalletDeps {
  readonly database: Database;
  readonly askWallet: () => Promise<unknown>;
  readonly memory: Memory;
}

/** Requests wallets all the time, and compares the requests before and during a proof. */
async function measureWallet({ database, askWallet, memory }: WalletDeps, seconds: number) {
  const calls: { readonly atMs: number; readonly ms: number }[] = [];
  const ending = new AbortController();
  const caller = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const sent = performance.now();
      await askWallet();
      calls.push({ atMs: performance.timeOrigin + sent, ms: performance.now() - sent });
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, caller));
  try {
    await sleep(seconds * 1_000);
    const quietMs = Date.now();
    await sleep(2 * seconds * 1_000);
    const deletedMs = Date.now();
    await deleteProofs(database);
    const { takenAt } = await nextProof(database, deletedMs);
    const [startMs, endMs] = [takenAt.getTime(), Date.now()];
    const between = (from: number, to: number) =>
      loadOf(
        calls.filter(({ atMs }) => atMs >= from && atMs < to).map(({ ms }) => ms),
        (to - from) / 1_000,
      );
    return {
      proof: { ...rateOf(endMs - startMs), megabytes: memory.growth() },
      walletQuiet: between(quietMs, deletedMs),
      walletWhileProof: between(startMs, endMs),
    };
  } finally {
    ending.abort();
    await calling;
  }
}

interface Memory {
  /** Highest growth so far, in megabytes. */
  growth(): number;
  stop(): void;
}

function watchMemory(pid: number): Memory {
  const read = (): number => {
    const [, kilobytes] =
      /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1_024;
  };
  const first = read();
  let highest = first;
  const timer = setInterval(() => void (highest = Math.max(highest, read())), POLL_MS);
  return { growth: () => highest - first, stop: () => clearInterval(timer) };
}

/** Downloads the same files as the verification, with the same number of requests at once. */
async function measureVerify({ serverUrl: origin }: PeopleInstallation) {
  const urls: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    urls.push(new Request(input).url);
    return fetch(input, init);
  };
  const verify = await timed(async () => {
    const plan = { origin, node: undefined, key: undefined, since: undefined, witnesses: [] };
    const { checks } = await verifySite({ ...plan, now: new Date() });
    const wrong = checks.find(({ state }) => state === "failed");
    if (wrong) throw new Error(`${wrong.name}: ${wrong.text}`);
  }).finally(() => {
    globalThis.fetch = fetch;
  });
  const download = await timed(async () => {
    for (const url of urls) await (await fetch(url)).arrayBuffer();
  });
  return { verify, download };
}

async function measureTree(users: number) {
  const placed = await splitAmounts(
    Array.from({ length: users }, (_, index) => ({ userId: `${index}`, sats: 1_000_000n })),
  );
  const sats = placed.flatMap((one) => one.sats);
  const nonce = new Uint8Array(32).fill(7);
  const tree = await timed(() => {
    const steps = sumTreeSteps(sats.length, (index) =>
      hashLeaf({
        nonce,
        accountNumber: BigInt(index),
        height: 1_000n,
        value: sats[index] ?? 0n,
        index: BigInt(index),
      }),
    );
    while (!steps.next().done);
  });
  const parents = 2 ** Math.ceil(Math.log2(sats.length)) - 1;
  return { tree, treeHashes: rateOf(bareHashMs(sats.length, parents)) };
}

async function measureOwn({
  serverUrl,
  readers,
}: PeopleInstallation): Promise<OwnCheckRound | undefined> {
  const [proof] = (await siteReader(serverUrl)(transparencyApi.listProofs, {}, { limit: "1" }))
    .items;
  const answer = await fetch(`${serverUrl}/api/v1/transparency/proofs/${proof?.id}/mine`, {
    headers: { authorization: `Bearer ${readers[0]?.token}` },
  });
  return measureOwnCheck(await answer.json(), proof?.root ?? "");
}

async function timed(work: () => unknown): Promise<Rate> {
  const begun = performance.now();
  await work();
  return rateOf(performance.now() - begun);
}

function rateOf(meanMs: number): Rate {
  return { perSecond: 1_000 / meanMs, meanMs };
}
