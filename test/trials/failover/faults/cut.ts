/**
 * Disconnects the primary from all other database machines without closing its connections. The old
 * primary reaches neither its standby nor etcd, but the web processes still reach both servers.
 * After the standby is promoted, clients can therefore reach two primaries, but only the new one
 * may accept writes.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { cut, heal, MACHINES, type Place } from "../network.ts";
import { secondsSince, until } from "../wait.ts";
import { writeToEach } from "./accepting.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";

/** How long the two servers stay disconnected after the promotion. */
const APART_MS = 15_000;

export async function cutPrimary(scene: Scene): Promise<Outcome> {
  const { engines } = scene;
  const old = await engines.leader();
  if (!old) throw new Error("There is no primary to cut off.");
  const next = old === "one" ? "two" : "one";
  const others: readonly Place[] = MACHINES.filter((place) => place !== old);
  const accepting = await writeToEach(scene);
  await until("the primary accepts", () => accepting.acceptedAtMs[old].at(0));

  const startMs = performance.now();
  for (const other of others) cut(old, other);
  for (const other of others) cut(other, old);
  await until("the other server accepts", () => accepting.acceptedAtMs[next].at(0));
  const firstMs = await writesAgain(scene, startMs + 1_000);
  await sleep(APART_MS);
  const healedMs = performance.now();
  for (const other of others) heal(old, other);
  for (const other of others) heal(other, old);
  await engines.whole();
  const wholeMs = performance.now();
  const lost = await accepting.stop();

  const lastOldMs = accepting.acceptedAtMs[old].at(-1) ?? startMs;
  const firstNextMs = accepting.acceptedAtMs[next].at(0) ?? Infinity;
  return {
    lines: [
      `${old} was cut off from ${others.join(" and ")}. Its last commit was acknowledged ${secondsSince(startMs, Math.max(startMs, lastOldMs))} after the cut, the first of ${next} after ${secondsSince(startMs, firstNextMs)}, and the first write of a user after ${secondsSince(startMs, firstMs)}. It followed synchronously ${secondsSince(healedMs, wholeMs)} after the network was back.`,
    ],
    problems: [
      ...lost.map((id) => `acknowledged by a server, but missing: ${id}`),
      ...(lastOldMs < firstNextMs ? [] : ["Both servers acknowledged commits at the same time"]),
    ],
  };
}
