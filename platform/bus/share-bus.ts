/**
 * The bus of an installation of several processes on one database. What is published is heard here
 * at once and in the other processes a moment later; while the database is away it is heard here
 * only, and the others are told `missed` afterwards. NOTIFY takes a lock that all of a server's
 * NOTIFYs share until their commit: it never stands in a use case's transaction.
 */
import { randomUUID } from "node:crypto";
import type { Log } from "../process/log.ts";
import { createBus, type Bus } from "./bus.ts";
import { openLine, type LineTimes } from "./line.ts";
import { createOutgoingBuffer } from "./outgoing-buffer.ts";
import { readSpeech, writeSpeech, type Speech } from "./wire.ts";

export interface SharedBus extends Bus {
  /** Whether other processes hear us, and we them. */
  readonly isShared: boolean;
  /** Says what is left to say, then falls silent. */
  close(): Promise<void>;
}

export interface SharedBusSetup {
  readonly url: string;
  readonly log: Log;
  readonly times?: Partial<LineTimes>;
  readonly entriesMax?: number;
}

/** What is said within this time goes together: at most 50 statements a second. */
const TOGETHER_MS = 20;
const AFTER_FAILURE_MS = 1_000;
const GARBAGE_LOG_MS = 60_000;

/** Connects in the background; never throws for a database that is away. */
export function shareBus({ url, log, times, entriesMax }: SharedBusSetup): SharedBus {
  const bus = createBus();
  const from = randomUUID();
  const outgoing = createOutgoingBuffer(from, entriesMax);
  const complain = occasionally(GARBAGE_LOG_MS, (count) =>
    log.warn({ count }, "ignored what is no announcement on the channel of announcements"),
  );
  let isHearing = false;
  let timer: NodeJS.Timeout | undefined;
  let speaking: Promise<void> = Promise.resolve();

  const deliver = ({ said }: Speech): void => {
    isHearing = true;
    try {
      for (const [topic, message] of said) bus.publish(topic, message);
    } catch (error) {
      log.error({ error }, "an announcement of another process was not taken");
    } finally {
      isHearing = false;
    }
  };
  /** Resolves with the pause before the next time. */
  const speak = async (): Promise<number> => {
    if (!line.isOpen || outgoing.isEmpty) return TOGETHER_MS;
    try {
      await line.say(outgoing.take());
      return TOGETHER_MS;
    } catch (error) {
      outgoing.giveUp();
      log.warn({ error }, "announcements to other processes were lost; they will be told so");
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
  const line = openLine({
    url,
    log,
    beat: writeSpeech({ from, said: [] }),
    ...(times ? { times } : {}),
    hear(payload) {
      const speech = readSpeech(payload);
      if (!speech || speech.ignored > 0) complain();
      if (speech && speech.from !== from) deliver(speech);
    },
    opened() {
      deliver({ from, said: [["missed", {}]] });
      speakIn(TOGETHER_MS);
    },
  });

  return {
    subscribe: (topic, listener) => bus.subscribe(topic, listener),
    publish(topic, message) {
      bus.publish(topic, message);
      // What a listener says in answer to another process stays here: every process hears the same
      // and answers itself.
      if (isHearing) return;
      outgoing.add(topic, message);
      if (line.isOpen) speakIn(TOGETHER_MS);
    },
    get isShared() {
      return line.isOpen;
    },
    async close() {
      clearTimeout(timer);
      await speaking;
      await speak();
      await line.close();
    },
  };
}

/** Calls `say` with how often it was asked to, at once and then not again for the pause. */
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
