/**
 * What this process has yet to say to the others: bounded, and each thing once. When there is more than the bound it is all
 * given up for one `missed`, which tells the others to read everything again: a flood must cost neither memory nor speech.
 */
import type { Announcements } from "./bus.ts";
import { PAYLOAD_BYTES_MAX, writeSpeech, type Announcement } from "./wire.ts";

export interface Unsaid {
  add<Topic extends keyof Announcements>(topic: Topic, message: Announcements[Topic]): void;
  /** Takes out what one statement says, as payloads; the rest waits. Empty when there is nothing to say. */
  take(): string[];
  /** What was taken did not arrive: the others are to hear that. */
  giveUp(): void;
  readonly isEmpty: boolean;
  readonly size: number;
}

export const ENTRIES_MAX = 20_000;
const PAYLOADS_MAX = 64;
const SESSIONS_PER_ENTRY = 100;
const MISSED: Announcement = ["missed", {}];

export function createUnsaid(from: string, entriesMax: number = ENTRIES_MAX): Unsaid {
  /** Ends of sessions first: trust ends before news is read. */
  const urgent = new Map<string, Announcement>();
  const news = new Map<string, Announcement>();

  const giveUp = (): void => {
    urgent.clear();
    news.clear();
    urgent.set("missed", MISSED);
  };

  return {
    add(topic, message) {
      const announcement = [topic, message] as unknown as Announcement;
      for (const one of split(announcement)) {
        const isUrgent = one[0] === "session-ended" || one[0] === "missed";
        (isUrgent ? urgent : news).set(keyOf(one), one);
      }
      if (urgent.size + news.size > entriesMax) giveUp();
    },
    take() {
      const payloads: string[] = [];
      let waiting: Announcement[] = [];
      let bytes = 0;
      const emptyBytes = Buffer.byteLength(writeSpeech({ from, said: [] }));
      const close = (): void => {
        if (waiting.length > 0) payloads.push(writeSpeech({ from, said: waiting }));
        waiting = [];
        bytes = emptyBytes;
      };
      close();
      for (const lane of [urgent, news]) {
        for (const [key, announcement] of lane) {
          const size = Buffer.byteLength(JSON.stringify(announcement)) + 1;
          if (bytes + size > PAYLOAD_BYTES_MAX) close();
          if (payloads.length === PAYLOADS_MAX) return payloads;
          waiting.push(announcement);
          bytes += size;
          lane.delete(key);
        }
      }
      close();
      return payloads;
    },
    giveUp,
    get isEmpty() {
      return urgent.size + news.size === 0;
    },
    get size() {
      return urgent.size + news.size;
    },
  };
}

/** A person may have had many sessions: their ids go in pieces that fit. */
function split(announcement: Announcement): Announcement[] {
  if (announcement[0] !== "session-ended") return [announcement];
  const { sessionIds } = announcement[1];
  const pieces: Announcement[] = [];
  for (let start = 0; start < sessionIds.length; start += SESSIONS_PER_ENTRY)
    pieces.push([
      "session-ended",
      { sessionIds: sessionIds.slice(start, start + SESSIONS_PER_ENTRY) },
    ]);
  return pieces;
}

/** Of those with the same key the last one says it all: of blocks only the newest counts. */
function keyOf([topic, message]: Announcement): string {
  return topic === "block" ? topic : JSON.stringify([topic, message]);
}
