import { once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocketServer, type WebSocket as ServerSocket } from "ws";
import { listenToQuotes, quoteFrames } from "./quote-frames.ts";
import { openStream, reconnectPauseMs, type Connection, type StreamEvent } from "./stream.ts";

let server: WebSocketServer;
let close = () => {};
let states: (Connection["state"] | "refused" | "missed")[];
let events: StreamEvent[];
let tokens: string[];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  states = [];
  events = [];
  tokens = ["first", "second", "third"];
});

afterEach(() => {
  close();
  for (const socket of server.clients) socket.terminate();
  server.close();
});

function open(): void {
  const { port } = server.address() as { port: number };
  close = openStream({
    url: `ws://127.0.0.1:${port}`,
    topics: ["me", "mining"],
    token: () => Promise.resolve(tokens.shift()),
    onEvent: (event) => events.push(event),
    onMissed: () => states.push("missed"),
    onState: ({ state }) => states.push(state),
    onRefused: () => states.push("refused"),
    frames: quoteFrames,
  });
}

async function connect(): Promise<ServerSocket> {
  const [socket] = (await once(server, "connection")) as [ServerSocket];
  return socket;
}

async function nextMessage(socket: ServerSocket): Promise<unknown> {
  const [data] = (await once(socket, "message")) as [Buffer];
  return JSON.parse(data.toString());
}

test("the client subscribes with its token and passes on events", async () => {
  open();
  const socket = await connect();
  expect(await nextMessage(socket)).toEqual({ type: "auth", token: "first" });
  socket.send(JSON.stringify({ type: "ready" }));
  expect(await nextMessage(socket)).toEqual({
    type: "subscribe",
    topics: ["me", "mining"],
    readingForMs: expect.any(Number) as number,
  });
  expect(states).toEqual(["connecting", "live"]);

  const event = { type: "event", topic: "me", data: { what: "balances" } };
  socket.send(JSON.stringify(event));
  socket.send(JSON.stringify({ type: "ping" }));
  expect(await nextMessage(socket)).toEqual({ type: "pong" });
  expect(events).toEqual([event]);
});

test("the client subscribes to prices only while a page listens", async () => {
  const frames: number[] = [];
  open();
  const socket = await connect();
  await nextMessage(socket);
  socket.send(JSON.stringify({ type: "ready" }));
  await nextMessage(socket);
  const stop = listenToQuotes((frame) => frames.push(frame.byteLength));
  expect(await nextMessage(socket)).toEqual({ type: "subscribe", topics: ["quotes"] });
  const stopOther = listenToQuotes(() => {});
  socket.send(new Uint8Array(48));
  await expect.poll(() => frames).toEqual([48]);
  stop();
  stopOther();
  expect(await nextMessage(socket)).toEqual({ type: "unsubscribe", topics: ["quotes"] });
});

test("a page that is already listening is subscribed on every new connection", async () => {
  const stop = listenToQuotes(() => {});
  open();
  for (const _ of ["first", "second"]) {
    const socket = await connect();
    const heard: unknown[] = [];
    socket.on("message", (data: Buffer) => heard.push(JSON.parse(data.toString())));
    socket.send(JSON.stringify({ type: "ready" }));
    await expect.poll(() => heard).toContainEqual({ type: "subscribe", topics: ["quotes"] });
    socket.terminate();
  }
  stop();
});

test("the client reconnects with a new token", async () => {
  open();
  const first = await connect();
  await nextMessage(first);
  first.send(JSON.stringify({ type: "ready" }));
  await nextMessage(first);
  first.terminate();

  const second = await connect();
  expect(await nextMessage(second)).toEqual({ type: "auth", token: "second" });
  second.send(JSON.stringify({ type: "ready" }));
  await nextMessage(second);
  expect(states).toEqual(["connecting", "live", "reconnecting", "live"]);
});

test("the client reconnects within the time given by a closing server", async () => {
  open();
  const first = await connect();
  await nextMessage(first);
  first.send(JSON.stringify({ type: "ready" }));
  await nextMessage(first);
  first.send(JSON.stringify({ type: "reconnect", withinMs: 1 }));
  const pauses = vi.spyOn(globalThis, "setTimeout");
  first.close(1001);
  const second = await connect();
  const pausesMs = pauses.mock.calls.map(([, ms = 0]) => ms);
  pauses.mockRestore();
  // Range of the first pause that the client would choose.
  expect(pausesMs.filter((ms) => ms >= 250 && ms <= 500)).toEqual([]);
  expect(await nextMessage(second)).toEqual({ type: "auth", token: "second" });
});

test("pauses between attempts grow to a maximum of 15 s", () => {
  const longest = [0, 1, 2, 3, 4, 5, 9, 50].map((attempt) => reconnectPauseMs(attempt, 1));
  expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  expect(reconnectPauseMs(0, 0)).toBe(250);
});

test("a close for a policy violation is reported before the reconnect", async () => {
  open();
  const socket = await connect();
  await nextMessage(socket);
  socket.close(1008, "session ended");
  await connect();
  expect(states).toEqual(["connecting", "refused", "reconnecting"]);
});

test("several messages about missed events cause one report", async () => {
  open();
  const socket = await connect();
  await nextMessage(socket);
  socket.send(JSON.stringify({ type: "ready" }));
  for (let count = 0; count < 3; count += 1) socket.send(JSON.stringify({ type: "missed" }));
  await expect.poll(() => states).toEqual(["connecting", "live", "missed"]);
});
