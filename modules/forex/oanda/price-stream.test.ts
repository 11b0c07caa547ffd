/** Tests the stream with a test server: lines split anywhere, disconnects, silence and refusals. */
import { silentLog } from "#platform";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  oandaServer,
  priceLine,
  type OandaServer,
} from "../../../test/support/fakes/oanda-server.ts";
import { openPriceStream, lineReader, type PriceStream } from "./price-stream.ts";
import { readMessage, type StreamMessage } from "./read-message.ts";

let server: OandaServer;
let stream: PriceStream | undefined;
let messages: StreamMessage[];
beforeEach(async () => {
  server = await oandaServer();
  messages = [];
});
afterEach(async () => {
  await stream?.stop();
  await server.close();
});

const TOKEN = "a-secret-token";
const open = (more: { silenceMs?: number; log?: typeof silentLog } = {}) => {
  const account = { token: TOKEN, account: "101-004-1-001", host: server.host };
  const deps = {
    log: silentLog,
    pauseMs: 5,
    receive: (one: StreamMessage) => void messages.push(one),
  };
  stream = openPriceStream(account, { ...deps, ...more });
};
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => void setTimeout(resolve, 5));
};
const HEARTBEAT = '{"type":"HEARTBEAT","time":"2026-09-16T09:00:05.000000000Z"}\n';

describe("the price stream", () => {
  test("the stream requests all pairs and reads split lines", async () => {
    open();
    await server.asked(1);
    const [request] = server.requests;
    expect(request?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(request?.path).toMatch(
      /^\/v3\/accounts\/101-004-1-001\/pricing\/stream\?instruments=EUR_GBP,.*,USD_PLN$/,
    );
    const line = priceLine("EUR_USD", ["1.16840", "1.16850"], "2026-09-16T09:00:00.123Z");
    server.send(line.slice(0, 40));
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(messages).toEqual([]);
    server.send(`${line.slice(40)}${HEARTBEAT}\n\n${line.slice(0, 7)}`);
    await until(() => messages.length === 2);
    expect(messages[0]).toMatchObject({
      kind: "price",
      instrument: { name: "EUR_USD" },
      quote: { bid: 1_168_400, ask: 1_168_500, timeMs: Date.parse("2026-09-16T09:00:00.123Z") },
    });
    expect(messages[1]).toEqual({ kind: "heartbeat" });
  });

  test("the stream reconnects after a disconnect in the middle of a line", async () => {
    open({ silenceMs: 60 });
    await server.asked(1);
    server.send('{"type":"PRICE","inst');
    server.hangUp();
    await server.asked(2);
    await until(() => {
      server.send(HEARTBEAT);
      return messages.length > 0;
    });
    // While the server is silent, the client closes the connection and reconnects.
    await server.asked(server.requests.length + 1);
    expect(messages.every(({ kind }) => kind === "heartbeat")).toBe(true);
  });

  test("after a refusal, the stream retries without logging token or account", async () => {
    const lines: string[] = [];
    server.answerWith(401);
    const warn = (...words: unknown[]) => void lines.push(JSON.stringify(words));
    open({ log: { ...silentLog, warn } as never });
    await server.asked(3);
    server.answerWith(200);
    const before = server.requests.length;
    await server.asked(before + 1);
    expect(lines.join("")).toContain("status 401");
    expect(lines.join("")).not.toMatch(/secret|101-004/);
  });
});

test("the stream closes the connection if a line never ends", () => {
  const read = lineReader(() => undefined);
  expect(read("x".repeat(65_536))).toBe(true);
  expect(read("x")).toBe(false);
});

const price = JSON.parse(
  priceLine("EUR_USD", ["1.16840", "1.16850"], "2026-09-16T09:00:00.123Z"),
) as Record<string, unknown>;
const readPrice = (change: object) => readMessage(JSON.stringify({ ...price, ...change }));

test.each([
  ["not JSON", "{"],
  ["no object", "[1]"],
  ["nothing", "null"],
])("%s is unreadable", (_, line) => {
  expect(readMessage(line)).toEqual({ kind: "unreadable" });
});

test.each([
  ["a number for a price", { bids: [{ price: 1.1684 }] }],
  ["a price of nothing", { bids: [{ price: "0" }] }],
  ["a price below nothing", { asks: [{ price: "-1.1" }] }],
  ["1e308", { asks: [{ price: "1e308" }] }],
  ["more decimals than there are", { bids: [{ price: "1.168401" }] }],
  ["no list", { bids: "1.1684" }],
  ["no time", { time: "now" }],
])("%s is unreadable", (_, change) => {
  expect(readPrice(change)).toEqual({ kind: "unreadable" });
});

test("a price without a bid or an ask is not tradeable", () => {
  expect(readPrice({ bids: [] })).toMatchObject({ kind: "price", quote: undefined });
  expect(readPrice({ status: "halted" })).toMatchObject({ kind: "price", quote: undefined });
  expect(readPrice({ type: "NEWS" })).toEqual({ kind: "other" });
  expect(readPrice({ instrument: "XAU_USD" })).toEqual({ kind: "other" });
  expect(readPrice({ instrument: "BTC_USD" })).toEqual({ kind: "other" });
});
