/**
 * Tests that neither a single line nor a large number of connections blocks the pool's event loop
 * for long.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { firstJob, USER_ID } from "../testing/talk.ts";
import { NOW_MS } from "../testing/template.ts";
import { createMiners, type Miners } from "./miners.ts";

const HELD_MS_MAX = 250;
const LINE_BYTES = 4_000;
/** Maximum line length before a connection is authorized. */
const LINE_BYTES_BEFORE = 1_000;
const RESOLUTION_MS = 5;

let miners: Miners;
let server: Server;
let port: number;

beforeEach(async () => {
  const job = firstJob();
  miners = createMiners({
    circumstances: () => ({ nowMs: NOW_MS, job, isSeen: () => false, refusal: undefined }),
    findMiner: async ({ name }) => ({ ...name, userId: USER_ID }),
    onEffect: () => undefined,
    keep: () => undefined,
  });
  server = createServer((socket) => miners.accept(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  miners.close();
  server.close();
});

function worstLines(bytes: number): string[] {
  const units = ["\u0301", "\uFDFA", "[", "9", "a", " ", "f0"];
  const texts = units.map((unit) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit))));
  const nested = "[".repeat(bytes / 2) + "]".repeat(bytes / 2);
  const methods = ["mining.subscribe", "mining.authorize", "mining.configure", "mining.submit"];
  return [
    nested,
    ...texts,
    ...methods.flatMap((method) => [
      `{"id":1,"method":"${method}","params":${nested}}`,
      `{"id":${nested},"method":"${method}","params":[]}`,
      `{"id":1,"method":"${method}","params":[${"1,".repeat(bytes / 2)}1]}`,
      ...texts.map((text) => JSON.stringify({ id: text, method, params: [] })),
      ...texts.map((text) => JSON.stringify({ id: 1, method, params: [text, text, text] })),
    ]),
  ].filter((line) => Buffer.byteLength(line) < bytes + 200);
}

async function open(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  return socket;
}

/** Writes the lines and waits until the pool has read them or closed the connection. */
async function write(socket: Socket, lines: readonly string[]): Promise<void> {
  if (socket.destroyed) return;
  const closed = once(socket, "close");
  socket.end(`${lines.join("\n")}\n`);
  await closed;
}

async function longestMs(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS));
  delay.disable();
  return delay.max / 1e6;
}

test("no single line blocks the event loop for long", async () => {
  const held = await longestMs(async () => {
    for (const line of worstLines(LINE_BYTES_BEFORE - 300)) await write(await open(), [line]);
    for (const line of worstLines(LINE_BYTES - 300)) {
      const socket = await open();
      socket.write('{"id":1,"method":"mining.subscribe","params":[]}\n');
      socket.write('{"id":2,"method":"mining.authorize","params":["ann.rig","x"]}\n');
      await once(socket, "data");
      await write(socket, [line]);
    }
  });
  expect(held).toBeLessThan(HELD_MS_MAX);
});

test("a hundred connections with hundreds of lines each do not block the event loop", async () => {
  const submit = '{"id":4,"method":"mining.submit","params":["ann.rig","1","00","00000000","0"]}';
  const sockets = await Promise.all(Array.from({ length: 100 }, open));
  const lines = [
    '{"id":1,"method":"mining.subscribe","params":[]}',
    '{"id":2,"method":"mining.authorize","params":["ann.rig","x"]}',
    ...Array.from({ length: 400 }, () => submit),
  ];
  const held = await longestMs(async () => {
    await Promise.all(sockets.map((socket) => write(socket, lines)));
  });
  expect(held).toBeLessThan(HELD_MS_MAX);
});
