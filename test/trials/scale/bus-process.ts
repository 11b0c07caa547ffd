/**
 * One of the processes whose announcements `bus.ts` measures: says some a second, and notes how
 * long those of the others took. Its parent starts it with a channel, tells it when, and gets the
 * delays.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openBus, openDatabase, readConfig, silentLog } from "#platform";

export interface Task {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Outcome {
  readonly said: number;
  /** Milliseconds of each that was heard of another process. */
  readonly delaysMs: readonly number[];
  readonly missed: number;
  /** Processor time of this process meanwhile. */
  readonly processorMs: number;
}

const TURN_MS = 10;
const REST_MS = 1_000;
const OWN = String(process.pid);

const { databaseUrl = "", nats } = readConfig(process.env);
const database = openDatabase(databaseUrl, { connectionsMax: 1 });
const bus = await openBus({ nats, url: databaseUrl, database, log: silentLog });
let delaysMs: number[] = [];
bus.subscribe("me", ({ userId }) => {
  const [from, saidAt = ""] = userId.split("/");
  if (from !== OWN) delaysMs.push(nowMs() - Number(saidAt));
});
while (!bus.isShared) await sleep(TURN_MS);

process.on(
  "message",
  (task: Task) => void perform(task).then((outcome) => process.send?.(outcome)),
);
process.once("disconnect", () => void bus.close().then(() => process.exit(0)));
process.send?.("ready");

async function perform({ perSecond, seconds }: Task): Promise<Outcome> {
  delaysMs = [];
  const missedBefore = bus.figures().missed;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  let said = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    for (; said < due; said += 1)
      bus.publish("me", { userId: `${OWN}/${nowMs()}/${said}`, what: "balances" });
    // Not in step with the others, nor with the times at which news is collected.
    await sleep(TURN_MS * (0.5 + Math.random()));
  }
  await sleep(REST_MS);
  const { user, system } = process.cpuUsage(before);
  const missed = bus.figures().missed - missedBefore;
  return { said, delaysMs, missed, processorMs: (user + system) / 1_000 };
}

/** By the machine's clock, which all processes share and nobody sets. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}
