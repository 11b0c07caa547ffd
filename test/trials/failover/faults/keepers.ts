/**
 * Two of the three etcd die and stay away for a minute. Nobody can say any more who the primary is,
 * so Patroni makes none of them one: what needs the database is refused until etcd is back.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { secondsSince, until } from "../wait.ts";
import { writesAgain, type Outcome, type Scene } from "./fault.ts";
import { readOn } from "./reads.ts";

const AWAY_MS = 60_000;

export async function loseKeepers(scene: Scene): Promise<Outcome> {
  const { engines, load } = scene;
  const leader = await engines.leader();
  const reading = readOn(scene);
  const startMs = performance.now();
  // The primary's own lives: alone it must not count as a majority.
  engines.killKeepers(leader === "one" ? ["two", "balancer"] : ["one", "balancer"]);
  await until("Patroni gives the primary up", async () =>
    (await engines.leader()) === undefined ? true : undefined,
  );
  const demotedMs = performance.now();
  await sleep(Math.max(0, AWAY_MS - (demotedMs - startMs)));
  const lateMs = demotedMs + 1_000;
  const late = load.acknowledged.filter(({ answeredAtMs }) => answeredAtMs > lateMs).length;
  const backMs = performance.now();
  engines.reviveKeepers();
  const firstMs = await writesAgain(scene, backMs);
  await engines.whole();
  return {
    lines: [
      `etcd away: the primary gave up after ${secondsSince(startMs, demotedMs)}; once etcd was back the first write was answered after ${secondsSince(backMs, firstMs)}, a synchronous standby followed after ${secondsSince(backMs)}.`,
      ...(await reading.stop()),
    ],
    problems: late > 0 ? [`${late} writes were acknowledged while there was no primary`] : [],
  };
}
