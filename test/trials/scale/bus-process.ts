/**
 * Runs one of the processes that `bus.ts` measures. The process publishes a number of events per
 * second and records the delays of events from the other processes. Its parent communicates with it
 * over IPC: the parent sends the start signal and receives the delays.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openBus, openDatabase, readConfig, silentLog } from "#platform";

export interface Task {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Outcome {
  readonly said: number;
  /** Delay in milliseconds of each event received from another process. */
  readonly delaysMs: readonly number[];
  readonly missed: number;
  /** CPU time that this process used during the task. */
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
    // Waits for a random time, so that this process does not publish in step with the other
    // processes or with the batching of events.
    await sleep(TURN_MS * (0.5 + Math.random()));
  }
  await sleep(REST_MS);
  const { user, system } = process.cpuUsage(before);
  const missed = bus.figures().missed - missedBefore;
  return { said, delaysMs, missed, processorMs: (user + system) / 1_000 };
}

/** Returns the wall-clock time, which is the same in all processes. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}
