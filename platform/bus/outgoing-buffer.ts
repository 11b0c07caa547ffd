/**
 * What this process has yet to say to the others: bounded, and each thing once. When there is more
 * than the bound it is all given up for one `missed`, which tells the others to read everything
 * again: a flood must cost neither memory nor speech.
 */
import type { Announcements } from "./bus.ts";
import { PAYLOAD_BYTES_MAX, writeAnnouncement, writeSpeech, type Announcement } from "./wire.ts";

export interface OutgoingBuffer {
  add<Topic extends keyof Announcements>(topic: Topic, message: Announcements[Topic]): void;
  /**
   * Takes out what one statement says, as payloads; the rest waits. Empty when there is nothing to
   * say.
   */
  take(): string[];
  /** What was taken did not arrive: the others are to hear that. */
  giveUp(): void;
  readonly isEmpty: boolean;
  readonly size: number;
}

export const ENTRIES_MAX = 100_000;
const PAYLOADS_MAX = 64;
const SESSIONS_PER_ENTRY = 100;

export function createOutgoingBuffer(
  from: string,
  entriesMax: number = ENTRIES_MAX,
): OutgoingBuffer {
  /** JSON by what it replaces. Ends of sessions first: trust ends before news is read. */
  const urgent = new Map<string, string>();
  const news = new Map<string, string>();
  const [head = "", tail = ""] = writeSpeech({ from, said: [] }).split("[]");

  const giveUp = (): void => {
    urgent.clear();
    news.clear();
    urgent.set("missed", writeAnnouncement(["missed", {}]));
  };

  return {
    add(topic, message) {
      const announcement = [topic, message] as unknown as Announcement;
      for (const one of split(announcement)) {
        const text = writeAnnouncement(one);
        const isUrgent = topic === "session-ended" || topic === "missed";
        // Of those with the same key the last one says it all: of blocks only the newest counts.
        (isUrgent ? urgent : news).set(topic === "block" ? topic : text, text);
      }
      if (urgent.size + news.size > entriesMax) giveUp();
    },
    take() {
      const payloads: string[] = [];
      const frameBytes = Buffer.byteLength(`${head}[]${tail}`);
      let waiting: string[] = [];
      let bytes = frameBytes;
      const close = (): void => {
        if (waiting.length > 0) payloads.push(`${head}[${waiting.join(",")}]${tail}`);
        waiting = [];
        bytes = frameBytes;
      };
      for (const lane of [urgent, news]) {
        for (const [key, text] of lane) {
          const size = Buffer.byteLength(text) + 1;
          if (bytes + size > PAYLOAD_BYTES_MAX) close();
          if (payloads.length === PAYLOADS_MAX) return payloads;
          waiting.push(text);
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
