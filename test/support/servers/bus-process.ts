/**
 * Simulates one process of an installation with its event bus. Records its log lines and the events
 * that it receives, in order.
 */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { createLog, type BusEvents, type Log, type SharedBus } from "#platform";

export interface BusProcess {
  readonly bus: SharedBus;
  /** Events received, in order. The event `missed` is not included. */
  readonly received: [topic: string, message: unknown][];
  readonly missed: () => number;
  /** Returns the log lines, including error messages. */
  readonly lines: () => string[];
}

const TOPICS: (keyof BusEvents)[] = ["me", "block", "chat", "terms", "session-ended", "wake"];

/** Opens the process. Resolves once its bus is connected to the other processes. */
export async function openBusProcess(open: (log: Log) => SharedBus): Promise<BusProcess> {
  const lines: string[] = [];
  const log = createLog("warn");
  log.warn = (...words: unknown[]) => void lines.push(String(words[1]));
  const bus = open(log);
  const received: BusProcess["received"] = [];
  for (const topic of TOPICS) bus.subscribe(topic, (message) => received.push([topic, message]));
  let missed = 0;
  bus.subscribe("missed", () => (missed += 1));
  await expect.poll(() => bus.isShared).toBe(true);
  return { bus, received, missed: () => missed, lines: () => lines };
}

/**
 * Publishes one event per topic. Returns the events in the form in which other processes will
 * receive them.
 */
export function sayOneOfEach({ bus }: BusProcess): BusProcess["received"] {
  const said: BusProcess["received"] = [
    ["session-ended", { sessionIds: ["a", "b"] }],
    ["me", { userId: "u", what: "balances" }],
    ["block", { height: 7, hash: "00" }],
    ["chat", { chatId: "c", userId: null, what: "message" }],
    ["terms", { what: "banner" }],
    ["wake", { worker: "sender" }],
  ];
  for (const [topic, message] of said) bus.publish(topic as "me", message as never);
  return said;
}

/**
 * Resolves once the process `to` has received all events that the process `from` published earlier.
 */
export async function settle(from: BusProcess, to: BusProcess): Promise<void> {
  const mark = ["wake", { worker: randomUUID() }] as const;
  from.bus.publish(...mark);
  await expect.poll(() => to.received).toContainEqual(mark);
  to.received.splice(
    to.received.findIndex(([, message]) => JSON.stringify(message) === JSON.stringify(mark[1])),
    1,
  );
}

/**
 * Publishes events repeatedly and interrupts the connection with `cut` between the rounds. Returns
 * the events that the second process did not receive although no `missed` event reported the loss.
 */
export async function lostInSilence(
  one: BusProcess,
  two: BusProcess,
  { rounds, cut }: { readonly rounds: number; readonly cut: () => Promise<unknown> },
): Promise<readonly unknown[]> {
  /**
   * Events that the second process received, in order. The event `missed` is recorded as undefined.
   */
  const log: (string | undefined)[] = [];
  two.bus.subscribe("wake", ({ worker }) => log.push(worker));
  two.bus.subscribe("missed", () => log.push(undefined));
  const said: { readonly worker: string; readonly after: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let count = 0; count < 40; count += 1) {
      const worker = `${round}/${count}`;
      said.push({ worker, after: log.length });
      one.bus.publish("wake", { worker });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await cut();
  }
  // An interrupted connection may still appear to be open for a moment, so publish repeatedly.
  const isOver = () => {
    one.bus.publish("wake", { worker: "over" });
    return log.includes("over");
  };
  await expect.poll(isOver).toBe(true);
  const lines = new Set(log);
  expect(lines.size).toBeGreaterThan(1);
  return said.filter(
    ({ worker, after }) => !lines.has(worker) && !log.slice(after).includes(undefined),
  );
}
