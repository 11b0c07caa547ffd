/**
 * Connects the event buses of an installation with several processes. An event reaches the
 * publishing process at once and the other processes a moment later. While the transport is down,
 * an event reaches only the publishing process, and the other processes later receive `missed`.
 * NOTIFY never runs in a use case's transaction, because it takes a server-wide lock that is held
 * until the commit.
 */
import { randomUUID } from "node:crypto";
import type { Log } from "../process/log.ts";
import { createBus, type Bus } from "./bus.ts";
import type { Carrier } from "./carrier.ts";
import type { LineTimes } from "./reconnect.ts";
import { postgresLine } from "./postgres-line.ts";
import { createOutgoingBuffer } from "./outgoing-buffer.ts";
import { readSpeech, type Speech } from "./wire.ts";

/** Counts since the start of the process. A payload contains up to a few hundred events. */
export interface BusFigures {
  readonly payloadsOut: number;
  readonly payloadsIn: number;
  /** Number of times that events may have been lost, including once at the start. */
  readonly missed: number;
  /** Number of payloads with invalid or unknown content. */
  readonly ignored: number;
  readonly reconnects: number;
}

export interface SharedBus extends Bus {
  /** True while this process exchanges events with the other processes. */
  readonly isShared: boolean;
  figures(): BusFigures;
  /** Sends the remaining events, then closes the connection. */
  close(): Promise<void>;
}

export interface SharedBusSetup {
  readonly url: string;
  readonly log: Log;
  readonly times?: Partial<LineTimes>;
  readonly entriesMax?: number;
}

const AFTER_FAILURE_MS = 1_000;
const GARBAGE_LOG_MS = 60_000;

/**
 * Shares events over the database. Connects in the background and does not throw while the database
 * is unreachable.
 */
export function shareBus({ url, log, times, entriesMax }: SharedBusSetup): SharedBus {
  const plan = { url, log, ...(times ? { times } : {}) };
  return shareBusOver((listener) => postgresLine(plan, listener), { log, entriesMax });
}

export function shareBusOver(
  carrier: Carrier,
  { log, entriesMax }: { readonly log: Log; readonly entriesMax?: number | undefined },
): SharedBus {
  const bus = createBus();
  const from = randomUUID();
  const outgoing = createOutgoingBuffer(from, entriesMax);
  const complain = occasionally(GARBAGE_LOG_MS, (count) =>
    log.warn({ count }, "ignored messages on the event channel that are no events"),
  );
  const counted = { payloadsOut: 0, payloadsIn: 0, missed: 0, ignored: 0, opened: 0 };
  let isHearing = false;
  let timer: NodeJS.Timeout | undefined;
  let speaking: Promise<void> = Promise.resolve();

  const deliver = ({ said }: Pick<Speech, "said">): void => {
    isHearing = true;
    try {
      for (const [topic, message] of said) {
        if (topic === "missed") counted.missed += 1;
        bus.publish(topic, message);
      }
    } catch (error) {
      log.error({ error }, "an event of another process was not handled");
    } finally {
      isHearing = false;
    }
  };
  const missed = (): void => deliver({ said: [["missed", {}]] });
  /** Sends the pending payloads. Returns the pause before the next call, in milliseconds. */
  const speak = async (): Promise<number> => {
    if (!line.isOpen || outgoing.isEmpty) return line.batchMs;
    try {
      const payloads = outgoing.take(line.limits);
      await line.say(payloads);
      counted.payloadsOut += payloads.length;
      return line.batchMs;
    } catch (error) {
      outgoing.giveUp();
      log.warn({ error }, "events to other processes were lost; they will be notified");
      return AFTER_FAILURE_MS;
    }
  };
  const speakAndGoOn = async (): Promise<void> => {
    const pauseMs = await speak();
    timer = undefined;
    if (line.isOpen && !outgoing.isEmpty) speakIn(pauseMs);
  };
  const speakIn = (ms: number): void => {
    timer ??= setTimeout(() => {
      speaking = speakAndGoOn();
    }, ms);
  };
  const line = carrier({
    from,
    receive(payload) {
      const speech = readSpeech(payload);
      if (!speech || speech.ignored > 0) {
        counted.ignored += 1;
        complain();
      }
      if (!speech || speech.from === from) return;
      counted.payloadsIn += 1;
      deliver(speech);
    },
    opened() {
      counted.opened += 1;
      missed();
      speakIn(line.batchMs);
    },
    missed,
  });

  return {
    subscribe: (topic, listener) => bus.subscribe(topic, listener),
    publish(topic, message) {
      bus.publish(topic, message);
      // An event that a subscriber publishes in reaction to another process's event is not
      // forwarded, because every process receives that event and publishes its own reaction.
      if (isHearing) return;
      outgoing.add(topic, message);
      if (line.isOpen) speakIn(line.batchMs);
    },
    get isShared() {
      return line.isOpen;
    },
    figures() {
      const { opened, ...figures } = counted;
      return { ...figures, reconnects: Math.max(0, opened - 1) };
    },
    async close() {
      clearTimeout(timer);
      await speaking;
      await speak();
      await line.close();
    },
  };
}

/**
 * Limits the rate of `say`. The returned function calls `say` at once, then at most once per pause
 * with the number of calls made since.
 */
function occasionally(pauseMs: number, say: (count: number) => void): () => void {
  let count = 0;
  let quietUntil = 0;
  return () => {
    count += 1;
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + pauseMs;
    say(count);
    count = 0;
  };
}
