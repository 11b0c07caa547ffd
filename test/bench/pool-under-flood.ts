/**
 * Measures the pool with and without an attack of 5,000 submits per second. Five hundred miners
 * send 18 submits per minute each. The results are the response times and the fraction of valid
 * shares that the pool accepts.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Load } from "./callers.ts";
import { findShares } from "./find-shares.ts";
import { openConnection, submitLine, tooEasy, type PoolConnection } from "./pool-connection.ts";
import type { Plan } from "./plan.ts";
import type { PoolInstallation } from "./pool-installation.ts";
import { loadOf } from "./pool-throughput.ts";
import type { Rate } from "./yardstick.ts";

const MINERS = { full: 500, short: 100 };
const SUBMITS_A_MINUTE = 18;
/**
 * Number of submits per valid share. Only some submits are valid, because finding shares takes
 * long.
 */
const SUBMITS_A_SHARE = 6;
const LATE_MS = 1_000;

interface Acknowledged extends Load {
  readonly acceptedPart: number;
}

export interface FloodRound {
  readonly quiet: Acknowledged;
  readonly flooded: Acknowledged;
  readonly flood: Rate;
}

export async function measureUnderFlood(
  installation: PoolInstallation,
  plan: Plan,
): Promise<FloodRound> {
  const { port, miningName } = installation;
  const minerCount = MINERS[plan.size];
  const submits = Math.ceil((minerCount * SUBMITS_A_MINUTE * plan.seconds * 2) / 60);
  const miners: PoolConnection[] = [];
  for (let at = 0; at < minerCount; at += 1)
    miners.push(await openConnection(port, `${miningName}.m${at % 100}`));
  const sharesOf = Math.ceil(submits / SUBMITS_A_SHARE);
  const works = Array.from({ length: sharesOf }, (_, at) => {
    const miner = miners[(at * SUBMITS_A_SHARE) % minerCount];
    if (!miner) throw new Error("no miner");
    return miner.work;
  });
  const shares = await findShares(works, 2);
  const part = (which: number) => shares.map((ofWorker) => ofWorker[which] ?? []);
  const quiet = await mine(miners, part(0), submits);
  const flood = fork(join(import.meta.dirname, "pool-flood.ts"), [
    String(port),
    `${miningName}.flood`,
  ]);
  await once(flood, "message");
  const flooded = await mine(miners, part(1), submits);
  const report = once(flood, "message");
  flood.send("enough");
  const [{ sent, elapsedMs }] = (await report) as [{ sent: number; elapsedMs: number }];
  for (const { socket } of miners) socket.destroy();
  return {
    quiet,
    flooded,
    flood: { perSecond: (sent * 1_000) / elapsedMs, meanMs: elapsedMs / sent },
  };
}

/** Sends submits at fixed times, even if earlier responses are missing. */
async function mine(
  miners: readonly PoolConnection[],
  shares: readonly (readonly string[])[],
  count: number,
): Promise<Acknowledged> {
  const sentAt = new Map<number, number>();
  const latencies: number[] = [];
  let accepted = 0;
  for (const miner of miners)
    miner.onAnswer((line) => {
      const id = Number(/"id":(\d+)/.exec(line)?.[1]);
      latencies.push(performance.now() - (sentAt.get(id) ?? Number.NaN));
      if (line.includes('"result":true')) accepted += 1;
    });
  const perSecond = (miners.length * SUBMITS_A_MINUTE) / 60;
  const begun = performance.now();
  for (let at = 0; at < count; at += 1) {
    const waitMs = begun + (at * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const miner = miners[at % miners.length];
    const share = at % SUBMITS_A_SHARE === 0 ? shares[at / SUBMITS_A_SHARE] : undefined;
    sentAt.set(at + 10, performance.now());
    if (miner)
      miner.socket.write(submitLine(at + 10, miner.worker, share ?? tooEasy(miner.work, at)));
  }
  const elapsedMs = performance.now() - begun;
  await sleep(LATE_MS);
  // A missing response counts as the maximum delay.
  while (latencies.length < count) latencies.push(LATE_MS);
  return { ...loadOf(latencies, elapsedMs), acceptedPart: accepted / shares.length };
}
