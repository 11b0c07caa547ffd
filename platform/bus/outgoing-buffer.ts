/**
 * What this process has yet to say to the others: bounded, and each thing once. When there is more
 * than the bound it is all given up for one `missed`, which tells the others to read everything
 * again: a flood must cost neither memory nor speech.
 */
import type { BusEvents } from "./bus.ts";
import { PAYLOAD_BYTES_MAX, writeEvent, writeSpeech, type BusEvent } from "./wire.ts";

export interface Payload {
  /** What all of it is about, or begins with. */
  readonly topic: keyof BusEvents;
  readonly text: string;
}

export interface PayloadLimits {
  /** A lone announcement of more is said as it is: whoever carries it refuses it. */
  readonly bytesMax: number;
  /** Whether what is about two topics goes in two payloads. */
  readonly isByTopic: boolean;
}

export interface OutgoingBuffer {
  add<Topic extends keyof BusEvents>(topic: Topic, message: BusEvents[Topic]): void;
  /**
   * Takes out what is said at once, as payloads; the rest waits. Empty when there is nothing to
   * say.
   */
  take(limits?: PayloadLimits): Payload[];
  /** What was taken did not arrive: the others are to hear that. */
  giveUp(): void;
  readonly isEmpty: boolean;
  readonly size: number;
}

export const ENTRIES_MAX = 100_000;
/** And as many more as there are topics. */
const PAYLOADS_MAX = 64;
const ONE_FOR_ALL: PayloadLimits = { bytesMax: PAYLOAD_BYTES_MAX, isByTopic: false };
const SESSIONS_PER_ENTRY = 100;

export function createOutgoingBuffer(
  from: string,
  entriesMax: number = ENTRIES_MAX,
): OutgoingBuffer {
  /** By what it replaces. Ends of sessions first: trust ends before news is read. */
  const urgent = new Map<string, Payload>();
  const regular = new Map<string, Payload>();
  const [head = "", tail = ""] = writeSpeech({ from, said: [] }).split("[]");

  const giveUp = (): void => {
    urgent.clear();
    regular.clear();
    urgent.set("missed", { topic: "missed", text: writeEvent(["missed", {}]) });
  };

  return {
    add(topic, message) {
      const event = [topic, message] as unknown as BusEvent;
      for (const one of split(event)) {
        const text = writeEvent(one);
        const isUrgent = topic === "session-ended" || topic === "missed";
        // Of those with the same key the last one says it all: of blocks only the newest counts.
        (isUrgent ? urgent : regular).set(topic === "block" ? topic : text, { topic, text });
      }
      if (urgent.size + regular.size > entriesMax) giveUp();
    },
    take({ bytesMax, isByTopic } = ONE_FOR_ALL) {
      const payloads: Payload[] = [];
      const frameBytes = Buffer.byteLength(`${head}[]${tail}`);
      /** Those that may take more, by topic or one for all. */
      const open = new Map<string, { topic: Payload["topic"]; texts: string[]; bytes: number }>();
      const close = (kind: string): void => {
        const one = open.get(kind);
        open.delete(kind);
        if (one)
          payloads.push({ topic: one.topic, text: `${head}[${one.texts.join(",")}]${tail}` });
      };
      for (const queue of [urgent, regular]) {
        for (const [key, { topic, text }] of queue) {
          const kind = isByTopic ? topic : "all";
          const size = Buffer.byteLength(text) + 1;
          if ((open.get(kind)?.bytes ?? 0) + size > bytesMax) close(kind);
          if (payloads.length >= PAYLOADS_MAX) break;
          const one = open.get(kind) ?? { topic, texts: [], bytes: frameBytes };
          open.set(kind, one);
          one.texts.push(text);
          one.bytes += size;
          queue.delete(key);
        }
        if (isByTopic) for (const kind of open.keys()) close(kind);
      }
      for (const kind of open.keys()) close(kind);
      return payloads;
    },
    giveUp,
    get isEmpty() {
      return urgent.size + regular.size === 0;
    },
    get size() {
      return urgent.size + regular.size;
    },
  };
}

/** A person may have had many sessions: their ids go in pieces that fit. */
function split(event: BusEvent): BusEvent[] {
  if (event[0] !== "session-ended") return [event];
  const { sessionIds } = event[1];
  const pieces: BusEvent[] = [];
  for (let start = 0; start < sessionIds.length; start += SESSIONS_PER_ENTRY)
    pieces.push([
      "session-ended",
      { sessionIds: sessionIds.slice(start, start + SESSIONS_PER_ENTRY) },
    ]);
  return pieces;
}
