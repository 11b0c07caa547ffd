/**
 * Kills two of the three etcd members and keeps them down for a minute. During this time no server
 * can be promoted. The primary still reaches the other machine's Patroni directly, so it knows that
 * there is no other primary (`failsafe_mode`). It must therefore continue to accept writes, and the
 * other server must accept none.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { secondsSince } from "../wait.ts";
import { writeToEach } from "./accepting.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";
import { readOn } from "./reads.ts";

const AWAY_MS = 60_000;

export async function loseKeepers(scene: Scene): Promise<Outcome> {
  const { engines, load } = scene;
  const leader = await engines.leader();
  if (!leader) throw new Error("There is no primary.");
  const other = leader === "one" ? "two" : "one";
  const accepting = await writeToEach(scene);
  const reading = readOn(scene);
  const startMs = performance.now();
  // The etcd member on the primary's machine keeps running, to check that a single member does not
  // count as a majority.
  engines.killEtcd([other, "balancer"]);
  await sleep(AWAY_MS);
  const backMs = performance.now();
  engines.reviveEtcd();
  await writesAgain(scene, backMs);
  await engines.whole();
  const wholeMs = performance.now();
  const lost = await accepting.stop();

  const meanwhile = load.acknowledged
    .map(({ answeredAtMs }) => answeredAtMs)
    .filter((atMs) => atMs > startMs && atMs < backMs)
    .toSorted((a, b) => a - b);
  const pauses = [startMs, ...meanwhile, backMs].map(
    (atMs, place, all) => atMs - (all[place - 1] ?? atMs),
  );
  return {
    lines: [
      `etcd was down for ${secondsSince(startMs, backMs)}. The primary continued and acknowledged ${meanwhile.length} writes of users, at most ${secondsSince(0, Math.max(...pauses))} apart. The cluster was complete ${secondsSince(backMs, wholeMs)} after etcd was back.`,
      ...(await reading.stop()),
    ],
    problems: [
      ...lost.map((id) => `acknowledged by a server, but missing: ${id}`),
      ...(accepting.acceptedAtMs[other].length === 0 ? [] : ["The other server accepted commits"]),
      ...(meanwhile.length > 0 ? [] : ["No write was acknowledged while etcd was down"]),
    ],
  };
}
