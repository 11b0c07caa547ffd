import { expect, test, vi } from "vitest";
import { silentLog } from "#platform";
import { sendLatestQuotes } from "./latest-quotes.ts";
import type { Client } from "./stream-client.ts";

/** Returns a client whose fake socket records the messages sent to it. */
function listener() {
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    sent: [] as number[],
  };
  // The payload follows the two-byte header of a short frame.
  const wire = { write: (bytes: Uint8Array) => void socket.sent.push(bytes[2] ?? 0) };
  return { socket, client: { socket, wire } as unknown as Client };
}

test("a slow client receives only the latest quotes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let number = 0;
  let isAway = false;
  const quotes = sendLatestQuotes({
    log: silentLog,
    clock: { now: () => new Date(0) },
    async quoteFrame() {
      if (isAway) throw new Error("the database is away");
      return Uint8Array.of((number += 1));
    },
  });
  const [quick, slow] = [listener(), listener()];
  for (const { client } of [quick, slow]) quotes.add(client);
  const tick = () => vi.advanceTimersByTimeAsync(200);
  await tick();
  const first = [...slow.socket.sent];
  slow.socket.bufferedAmount = 768;
  for (let count = 0; count < 5; count += 1) await tick();
  expect(slow.socket.sent).toEqual(first);
  slow.socket.bufferedAmount = 0;
  // The quotes that the client missed are sent even though no newer quotes are available.
  isAway = true;
  await tick();
  expect(quick.socket.sent).toEqual(Array.from({ length: number }, (_, index) => index + 1));
  expect(slow.socket.sent).toEqual([...first, number]);
  quotes.stop();
  vi.useRealTimers();
});
