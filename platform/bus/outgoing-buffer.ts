/**
 * Buffers the events that this process has not sent yet. The buffer has a limited size and stores
 * each event once. If it overflows, a single `missed` replaces the stored events, and the other
 * processes then read all their data again. A flood of events thus costs neither memory nor
 * bandwidth.
 */
import type { BusEvents } from "./bus.ts";
import { PAYLOAD_BYTES_MAX, writeEvent, writeSpeech, type BusEvent } from "./wire.ts";

export interface Payload {
  /** Topic of the payload's events. If the payload mixes topics, the topic of its first event. */
  readonly topic: keyof BusEvents;
  readonly text: string;
}

export interface PayloadLimits {
  /**
   * The size limit of a payload. An event that exceeds the limit on its own is sent nevertheless,
   * and the transport refuses it.
   */
  readonly bytesMax: number;
  /** True if a payload may contain events of only one topic. */
  readonly isByTopic: boolean;
}

export interface OutgoingBuffer {
  add<Topic extends keyof BusEvents>(topic: Topic, message: BusEvents[Topic]): void;
  /** Removes and returns the payloads to send now, or an empty list if there is nothing to send. */
  take(limits?: PayloadLimits): Payload[];
  /**
   * Must be called if the last payloads were not delivered. The other processes then receive
   * `missed`.
   */
  giveUp(): void;
  readonly isEmpty: boolean;
  readonly size: number;
}

export const ENTRIES_MAX = 100_000;
/**
 * Maximum number of payloads per call. The result may exceed this limit by one payload per topic.
 */
const PAYLOADS_MAX = 64;
const ONE_FOR_ALL: PayloadLimits = { bytesMax: PAYLOAD_BYTES_MAX, isByTopic: false };
const SESSIONS_PER_ENTRY = 100;

export function createOutgoingBuffer(
  from: string,
  entriesMax: number = ENTRIES_MAX,
): OutgoingBuffer {
  /**
   * Events by key. A newer event replaces an older event with the same key. Ended sessions are sent
   * first, because they revoke access.
   */
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
        // All block events have the same key, because only the newest block matters.
        (isUrgent ? urgent : regular).set(topic === "block" ? topic : text, { topic, text });
      }
      if (urgent.size + regular.size > entriesMax) giveUp();
    },
    take({ bytesMax, isByTopic } = ONE_FOR_ALL) {
      const payloads: Payload[] = [];
      const frameBytes = Buffer.byteLength(`${head}[]${tail}`);
      /**
       * Payloads that still have room, by topic. If topics are mixed, contains a single payload.
       */
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

/** Splits an event with many session ids into events that each fit into one payload. */
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
