/** Tests the live stream with clients that break the protocol, and with sessions that end. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";

const POLICY = 1008;
const TOO_BIG = 1009;

let server: RunningServer;
let person: Person;
const open: WebSocket[] = [];

beforeAll(async () => {
  server = await startServer({ env: { BLOCK_SECONDS: "0" } });
  person = await signUp(server.url, "Watcher");
});

afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

afterAll(async () => {
  await server.close();
});

function connectStream(origin: string = server.url): WebSocket {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/v1/stream`, { origin });
  socket.on("error", () => undefined);
  open.push(socket);
  return socket;
}

const opened = (socket: WebSocket) =>
  new Promise<void>((resolve) => socket.once("open", () => resolve()));

const closed = (socket: WebSocket) =>
  new Promise<number>((resolve) => socket.once("close", (code: number) => resolve(code)));

/**
 * Calls `onMessage` for each message. Skips pings and reports of a bus interruption, which can come
 * at any time.
 */
function listen(socket: WebSocket, onMessage: (message: unknown) => void): void {
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString("utf8")) as { type: string };
    if (message.type !== "ping" && message.type !== "missed") onMessage(message);
  });
}

const nextMessage = (socket: WebSocket) =>
  new Promise<unknown>((resolve) => listen(socket, resolve));

async function signedIn(who: Person = person): Promise<WebSocket> {
  const socket = connectStream();
  await opened(socket);
  const ready = nextMessage(socket);
  socket.send(JSON.stringify({ type: "auth", token: await who.token() }));
  expect(await ready).toEqual({ type: "ready" });
  return socket;
}

describe("stream access", () => {
  test.each(["http://evil.example", "null", "http://127.0.0.1:1"])(
    "pages from %s are refused",
    async (origin) => {
      const socket = connectStream(origin);
      const status = new Promise((resolve) =>
        socket.once("unexpected-response", (_, response) => resolve(response.statusCode)),
      );
      expect(await status).toBe(403);
    },
  );

  test("a client without Origin is refused", async () => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/v1/stream`);
    open.push(socket.on("error", () => undefined));
    const status = new Promise((resolve) =>
      socket.once("unexpected-response", (_, response) => resolve(response.statusCode)),
    );
    expect(await status).toBe(403);
  });

  test("a wrong token, or a token in the URL, is refused", async () => {
    const socket = connectStream();
    await opened(socket);
    socket.send(JSON.stringify({ type: "auth", token: "wrong" }));
    expect(await closed(socket)).toBe(POLICY);
    const url = `${server.url.replace("http", "ws")}/api/v1/stream?token=${await person.token()}`;
    const other = new WebSocket(url, { origin: server.url });
    open.push(other.on("error", () => undefined));
    expect(await closed(other)).toBe(1006);
  });

  test("a client that sends nothing for five seconds is disconnected", async () => {
    const socket = connectStream();
    await opened(socket);
    const started = Date.now();
    expect(await closed(socket)).toBe(POLICY);
    expect(Date.now() - started).toBeLessThan(8_000);
  });
});

describe("closed sockets", () => {
  test.each([
    ["subscribing before the token", JSON.stringify({ type: "subscribe", topics: ["me"] }), POLICY],
    ["an unknown message", JSON.stringify({ type: "withdraw", amountSats: 1 }), POLICY],
    ["an unknown field", JSON.stringify({ type: "pong", isAdmin: true }), POLICY],
    ["no JSON", "{", POLICY],
    ["a thousand levels", "[".repeat(1000), POLICY],
    ["64 KiB and a bit", "x".repeat(64 * 1024 + 1), TOO_BIG],
  ])("%s closes the socket", async (_, text, code) => {
    const socket = connectStream();
    await opened(socket);
    socket.send(text);
    expect(await closed(socket)).toBe(code);
  });

  test("a flood of messages closes the socket", async () => {
    const socket = await signedIn();
    const end = closed(socket);
    for (let count = 0; count < 200; count += 1) socket.send(JSON.stringify({ type: "pong" }));
    expect(await end).toBe(POLICY);
  });

  test("a twenty-first socket for the same user is closed", async () => {
    // The server may not have noticed yet that the sockets of earlier tests have closed, so use a
    // new user.
    const crowd = await signUp(server.url, "Crowd");
    for (let count = 0; count < 20; count += 1) await signedIn(crowd);
    const socket = connectStream();
    await opened(socket);
    socket.send(JSON.stringify({ type: "auth", token: await crowd.token() }));
    expect(await closed(socket)).toBe(POLICY);
  });

  test("signing out closes the session's socket", async () => {
    const tab = await signIn(server.url, person.email, person.password);
    const [ending, staying] = [await signedIn(tab), await signedIn()];
    const started = Date.now();
    const end = closed(ending);
    await tab.auth.signOut({ scope: "local" });
    expect(await end).toBe(POLICY);
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(staying.readyState).toBe(WebSocket.OPEN);
  });

  test("ending a session from another device closes its socket", async () => {
    const tab = await signIn(server.url, person.email, person.password);
    const end = closed(await signedIn(tab));
    const { items } = await tab.call("listSessions");
    const sessionId = items.find(({ isCurrent }) => isCurrent)?.id ?? "";
    await person.call("endSession", { params: { sessionId } });
    expect(await end).toBe(POLICY);
    await expect(tab.call("getMe")).rejects.toMatchObject({ problem: { status: 401 } });
  });

  test("setting a new password in another session closes the socket", async () => {
    const tab = await signIn(server.url, person.email, person.password);
    const end = closed(await signedIn(tab));
    const { error } = await person.auth.updateUser({ password: `${person.password} new` });
    expect(error).toBeNull();
    expect(await end).toBe(POLICY);
  });
});

test("users receive only their own events", async () => {
  const stranger = await signUp(server.url, "Stranger");
  const [mine, theirs] = [await signedIn(), await signedIn(stranger)];
  const received: unknown[] = [];
  listen(theirs, (message) => received.push(message));
  for (const socket of [mine, theirs]) {
    socket.send(JSON.stringify({ type: "subscribe", topics: ["me"] }));
    // The server handles frames in order, so its response to this ping means that the subscription
    // is active.
    const answered = once(socket, "pong");
    socket.ping();
    await answered;
  }
  const event = nextMessage(mine);
  await person.call("updateMe", { body: { name: "Known" } });
  expect(await event).toEqual({ type: "event", topic: "me", data: { what: "profile" } });
  const own = nextMessage(theirs);
  await stranger.call("updateMe", { body: { name: "Unknown" } });
  await own;
  expect(received).toHaveLength(1);
});

test("malformed frames close the socket but not the server", async () => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => {
    socket.write(
      `GET /api/v1/stream HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nOrigin: ${server.url}\r\n` +
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\xff\xff\xff\xff\xff",
      "latin1",
    );
  });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.resume().once("close", resolve));
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(server.output()).not.toContain("stream message failed");
});
