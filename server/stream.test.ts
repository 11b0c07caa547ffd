import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createBus, silentLog } from "#platform";
import { startStream, type Stream } from "./stream.ts";

let server: Server;
let stream: Stream;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  server = createServer();
  stream = startStream(server, {
    bus: createBus(),
    log: silentLog,
    presence: { enter: async () => async () => {}, repeat: async () => {}, close: async () => {} },
    authenticate: async () => ({
      userId: "u",
      email: "",
      sessionId: "s",
      aal: "aal1",
      isAdmin: false,
    }),
    recheck: async (callers) => callers,
    tokenRecheckMs: 60_000,
    estimatedDailySats: async () => 0n,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  vi.useRealTimers();
  await stream.close();
  server.close();
});

/** A client that has signed in and answers pings only when it is told to. */
async function connect(answersPings: boolean) {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/stream`, {
    origin: `http://127.0.0.1:${port}`,
  });
  const heard: string[] = [];
  let answers = 0;
  socket.on("message", (data: Buffer) => {
    const { type } = JSON.parse(data.toString("utf8")) as { type: string };
    heard.push(type);
    if (type === "ping" && answersPings)
      socket.send(JSON.stringify({ type: "pong" }), () => (answers += 1));
  });
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "auth", token: "t" }));
  await until(() => heard.includes("ready"));
  return { socket, heard, answers: () => answers };
}

/** Lets what is on its way arrive; timers stand still meanwhile. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

test("a silent client is asked every 30 seconds and has 10 to answer", async () => {
  const [silent, lively] = [await connect(false), await connect(true)];
  const closed = once(silent.socket, "close");
  await vi.advanceTimersByTimeAsync(29_000);
  expect(silent.heard).not.toContain("ping");
  await vi.advanceTimersByTimeAsync(1_000);
  await until(() => silent.heard.includes("ping") && lively.answers() === 1);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(silent.socket.readyState).toBe(WebSocket.OPEN);
  await vi.advanceTimersByTimeAsync(1_000);
  await closed;
  expect(lively.socket.readyState).toBe(WebSocket.OPEN);
  lively.socket.terminate();
});
