/**
 * Tests encoding and decoding of events between processes: each event arrives once, in payloads
 * that PostgreSQL accepts.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../test/support/inputs/any-character.ts";
import type { BusEvent } from "./wire.ts";
import { readSpeech } from "./wire.ts";
import { createOutgoingBuffer, ENTRIES_MAX } from "./outgoing-buffer.ts";

const PAYLOAD_BYTES = 8_000;
const id = fc.string({ minLength: 1, maxLength: 40, unit: anyCharacter });
const announcement = fc.oneof(
  fc.record({ userId: id, what: fc.constantFrom("balances", "mailbox") }).map((m) => ["me", m]),
  fc
    .record({
      chatId: id,
      userId: fc.option(id),
      what: fc.constantFrom("message", "typing", "read"),
    })
    .map((m) => ["chat", m]),
  fc.record({ what: fc.constantFrom("rates", "banner") }).map((m) => ["terms", m]),
  fc.record({ height: fc.nat(), hash: id }).map((m) => ["block", m]),
  fc
    .record({ sessionIds: fc.array(fc.uuid(), { minLength: 1, maxLength: 500 }) })
    .map((m) => ["session-ended", m]),
  fc.record({ worker: id }).map((m) => ["wake", m]),
) as unknown as fc.Arbitrary<BusEvent>;

function sayAll(outgoing: ReturnType<typeof createOutgoingBuffer>): BusEvent[] {
  const events: BusEvent[] = [];
  while (!outgoing.isEmpty) {
    for (const { text: payload } of outgoing.take()) {
      expect(Buffer.byteLength(payload)).toBeLessThan(PAYLOAD_BYTES);
      const speech = readSpeech(payload);
      expect(speech).toMatchObject({ from: "one", ignored: 0 });
      events.push(...(speech?.said ?? []));
    }
  }
  return events;
}

/**
 * Returns what the events mean to a subscriber: each ended session, because an event with many
 * sessions may be split, and only the newest block.
 */
function meaning(announcements: readonly BusEvent[]): Set<string> {
  const newest = announcements.findLast(([topic]) => topic === "block");
  return new Set(
    announcements.flatMap((one) => {
      if (one[0] === "session-ended") return one[1].sessionIds;
      return one[0] === "block" ? [JSON.stringify(newest)] : [JSON.stringify(one)];
    }),
  );
}

test("every event is sent once, and ended sessions are sent first", () => {
  fc.assert(
    fc.property(fc.array(announcement, { maxLength: 300 }), (published) => {
      const outgoing = createOutgoingBuffer("one");
      for (const one of published) outgoing.add(...(one as ["me", never]));
      const events = sayAll(outgoing);
      expect(meaning(events)).toEqual(meaning(published));
      const texts = events.map((one) => JSON.stringify(one));
      expect(new Set(texts).size).toBe(texts.length);
      const topics = events.map(([topic]) => topic === "session-ended");
      expect(topics).toEqual(topics.toSorted((a, b) => Number(b) - Number(a)));
    }),
    { numRuns: 200 },
  );
});

test("a buffer over its limit is replaced by `missed`", () => {
  fc.assert(
    fc.property(fc.nat({ max: 400 }), fc.integer({ min: 1, max: 50 }), (count, entriesMax) => {
      const outgoing = createOutgoingBuffer("one", entriesMax);
      for (let number = 0; number < count; number += 1) {
        outgoing.add("wake", { worker: `w${number}` });
        expect(outgoing.size).toBeLessThanOrEqual(Math.max(entriesMax, 1));
      }
      const events = sayAll(outgoing);
      expect(events.some(([topic]) => topic === "missed")).toBe(count > entriesMax);
      expect(events.length).toBeLessThanOrEqual(Math.max(entriesMax, 1));
    }),
    { numRuns: 200 },
  );
});

test("an undelivered payload is reported as `missed`", () => {
  const outgoing = createOutgoingBuffer("one");
  outgoing.add("wake", { worker: "w" });
  outgoing.take();
  outgoing.giveUp();
  expect(sayAll(outgoing)).toEqual([["missed", {}]]);
});

test("the decoder never throws, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((text) => `{"from":"x","said":[${text}]}`),
      ),
      (text) => {
        const speech = readSpeech(text);
        expect(speech === undefined || Array.isArray(speech.said)).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

test("a long database outage does not grow the buffer", () => {
  const outgoing = createOutgoingBuffer("p");
  for (let count = 0; count < 200_000; count += 1)
    outgoing.add("me", { userId: `u${count}`, what: "balances" });
  expect(outgoing.size).toBeLessThanOrEqual(ENTRIES_MAX);
  const payloads: string[] = [];
  while (!outgoing.isEmpty) payloads.push(...outgoing.take().map(({ text }) => text));
  expect(readSpeech(payloads[0] ?? "")?.said[0]).toEqual(["missed", {}]);
  expect(Math.max(...payloads.map((one) => Buffer.byteLength(one)))).toBeLessThan(PAYLOAD_BYTES);
});
