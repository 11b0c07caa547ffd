import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Caller } from "#api/route";
import { createBus, Outage, silentLog, type Bus } from "#platform";
import { startStream, type Stream } from "./stream.ts";
import { limitUpgrades } from "./upgrade-limits.ts";

let server: Server;
let stream: Stream;
let bus: Bus;
/** The session that the fake database returns for a token. */
let standing: (token: string) => Caller | undefined;
let rechecks: (readonly Caller[])[];
let present: string[];
let estimate: (userId: string) => Promise<bigint>;
let frame: () => Promise<Uint8Array>;
/** Latest known WAL position. Undefined if there is no standby. */
let position: string | undefined;

/**
 * The user "admin" has signed in with two-factor authentication, "admin by password" without it.
 */
const callerOf = (token: string): Caller => ({
  userId: `user-${token}`,
  email: "",
  sessionId: token,
  aal: token === "admin" ? "aal2" : "aal1",
  isAdmin: token.startsWith("admin"),
  isAnonymous: false,
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  server = createServer();
  bus = createBus();
  standing = callerOf;
  rechecks = [];
  present = [];
  estimate = async () => 0n;
  frame = async () => new Uint8Array();
  position = undefined;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  stream = startStream(server, {
    bus,
    position: () => position,
    own: { siteUrl: undefined, host: "127.0.0.1", port },
    upgrades: limitUpgrades({ anonymousPerMinute: 3, signedInPerMinute: 5 }, ["127.0.0.1"]),
    log: silentLog,
    presence: {
      async enter({ userId, isAdmin }) {
        const one = `${userId} ${isAdmin ? "administrator" : "user"}`;
        present.push(one);
        return async () => void present.splice(present.indexOf(one), 1);
      },
      repeat: async () => {},
      close: async () => {},
    },
    async authenticate(token = "") {
      if (token === "forged") throw new Error("forged");
      return callerOf(token);
    },
    async recheck(callers) {
      rechecks.push(callers);
      return callers.map(({ sessionId }) => standing(sessionId));
    },
    tokenRecheckMs: 60_000,
    clock: { now: () => new Date(0) },
    quoteFrame: () => frame(),
    estimatedDailySats: (userId) => estimate(userId),
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await stream.close();
  server.close();
});

/** Connects and signs in a client. The client responds to pings only if `answersPings` is set. */
async function connect(answersPings: boolean, token = "t") {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/stream`, {
    origin: `http://127.0.0.1:${port}`,
  });
  const received: string[] = [];
  let answers = 0;
  socket.on("message", (data: Buffer) => {
    const { type } = JSON.parse(data.toString("utf8")) as { type: string };
    received.push(type);
    if (type === "ping" && answersPings)
      socket.send(JSON.stringify({ type: "pong" }), () => (answers += 1));
  });
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "auth", token }));
  await until(() => received.includes("ready"));
  return { socket, heard: received, answers: () => answers };
}

/** Waits for messages in transit. Uses `setImmediate`, because the timers are fake. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

test("a stopping server tells its streams when to reconnect", async () => {
  const { socket, heard: received } = await connect(true);
  vi.useRealTimers();
  const closed = once(socket, "close");
  const message = once(socket, "message") as Promise<[Buffer]>;
  await stream.close();
  expect(JSON.parse((await message)[0].toString())).toEqual({ type: "reconnect", withinMs: 250 });
  expect((await closed)[0]).toBe(1001);
  expect(received.at(-1)).toBe("reconnect");
});

test("a client that does not respond to the 30-second ping is disconnected", async () => {
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

test("a client that leaves during its token check is not listed as present", async () => {
  const { socket } = await connect(true, "one");
  expect(present).toEqual(["user-one user"]);
  const closed = once(socket, "close");
  for (const token of ["two", "three"]) socket.send(JSON.stringify({ type: "auth", token }));
  expect((await closed)[0]).toBe(1008);
  await until(() => present.length === 0);
});

test("at most ten tokens per minute are checked", async () => {
  const { socket, heard: received } = await connect(true);
  const ready = () => received.filter((type) => type === "ready").length;
  const say = () => socket.send(JSON.stringify({ type: "auth", token: "t" }));
  for (let tokens = 2; tokens <= 10; tokens += 1) {
    say();
    await until(() => ready() === tokens);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  say();
  await until(() => ready() === 11);
  const closed = once(socket, "close");
  for (let tokens = 2; tokens <= 10; tokens += 1) {
    say();
    await until(() => ready() === 10 + tokens);
  }
  say();
  expect((await closed)[0]).toBe(1008);
  expect(ready()).toBe(20);
});

describe("the session check every three seconds", () => {
  const round = () => vi.advanceTimersByTimeAsync(3_000);

  test("reads all open streams in one query and closes those whose session ended", async () => {
    const [one, two, three] = [
      await connect(true, "one"),
      await connect(true, "two"),
      await connect(true, "three"),
    ];
    standing = (token) => (token === "two" ? undefined : callerOf(token));
    const closed = once(two.socket, "close");
    await round();
    expect((await closed)[0]).toBe(1008);
    expect(rechecks.map((callers) => callers.map(({ sessionId }) => sessionId))).toEqual([
      ["one", "two", "three"],
    ]);
    await until(() => present.length === 2);
    for (const { socket } of [one, three]) {
      expect(socket.readyState).toBe(WebSocket.OPEN);
      socket.terminate();
    }
  });

  test("queries nothing without open streams", async () => {
    await round();
    expect(rechecks).toEqual([]);
  });

  test("sends chats only to administrators with the role and two-factor authentication", async () => {
    const { socket, heard: received } = await connect(true, "clerk");
    socket.send(JSON.stringify({ type: "subscribe", topics: ["chat"] }));
    socket.ping();
    await once(socket, "pong");
    const say = () => bus.publish("chat", { chatId: "c", userId: "another", what: "message" });
    const events = () => received.filter((type) => type === "event").length;
    for (const [isAdmin, aal, side, heardOf] of [
      [true, "aal1", "user", 0],
      [true, "aal2", "administrator", 1],
      [false, "aal2", "user", 1],
    ] as const) {
      standing = (token) => ({ ...callerOf(token), isAdmin, aal });
      await round();
      await until(() => present.length === 1);
      expect(present).toEqual([`user-clerk ${side}`]);
      say();
      bus.publish("missed", {});
      await until(() => received.at(-1) === "missed");
      expect(events()).toBe(heardOf);
      received.push("");
    }
    socket.terminate();
  });

  test("closes no stream during a database outage and retries", async () => {
    const { socket } = await connect(true);
    standing = () => {
      throw new Outage("database", "away");
    };
    await round();
    standing = () => undefined;
    const closed = once(socket, "close");
    await round();
    await closed;
    expect(rechecks).toHaveLength(2);
  });
});

test("a stream receives only its current user's events, even after another sign-in", async () => {
  const [one, two] = [await connect(true, "one"), await connect(true, "two")];
  const subscribe = async ({ socket }: typeof one) => {
    socket.send(JSON.stringify({ type: "subscribe", topics: ["me"] }));
    socket.ping();
    await once(socket, "pong");
  };
  await subscribe(one);
  await subscribe(two);
  bus.publish("me", { userId: "user-one", what: "mailbox" });
  await until(() => one.heard.includes("event"));
  one.heard.splice(0);
  one.socket.send(JSON.stringify({ type: "auth", token: "three" }));
  await until(() => one.heard.includes("ready"));
  bus.publish("me", { userId: "user-one", what: "mailbox" });
  bus.publish("me", { userId: "user-three", what: "mailbox" });
  bus.publish("missed", {});
  await until(() => one.heard.includes("missed") && two.heard.includes("missed"));
  expect(one.heard).toEqual(["ready", "event", "missed"]);
  expect(two.heard).toEqual(["ready", "missed"]);
  for (const { socket } of [one, two]) socket.terminate();
});

describe("the mining estimate", () => {
  const watch = async (token: string) => {
    const client = await connect(true, token);
    client.socket.send(JSON.stringify({ type: "subscribe", topics: ["mining"] }));
    client.socket.ping();
    await once(client.socket, "pong");
    return client;
  };
  const round = () => vi.advanceTimersByTimeAsync(5_000);
  const events = ({ heard: received }: { heard: readonly string[] }) =>
    received.filter((type) => type === "event").length;

  test("is read once per user, and rounds do not overlap", async () => {
    const tabs = [await watch("one"), await watch("one"), await watch("two")];
    const idle = await connect(true, "three");
    const calls: string[] = [];
    let answer = (_sats: bigint) => {};
    estimate = (userId) => {
      calls.push(userId);
      if (userId === "user-two") return Promise.resolve(2n);
      return new Promise((resolve) => (answer = resolve));
    };
    await round();
    await round();
    await round();
    expect(calls).toEqual(["user-one", "user-two"]);
    answer(1n);
    await until(() => tabs.every((tab) => events(tab) === 1));
    await round();
    await until(() => calls.length === 4);
    expect(calls.slice(2)).toEqual(["user-one", "user-two"]);
    expect(events(idle)).toBe(0);
    for (const { socket } of [...tabs, idle]) socket.terminate();
  });

  test("is read for four users at a time, and a failure affects no other user", async () => {
    const tabs = [];
    for (let count = 0; count < 9; count += 1) tabs.push(await watch(String(count)));
    const pending: (() => void)[] = [];
    let reading = 0;
    let most = 0;
    estimate = async (userId) => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise<void>((resolve) => pending.push(resolve));
      reading -= 1;
      if (userId === "user-0") throw new Outage("database", "away");
      return 1n;
    };
    await round();
    const [failing, ...others] = tabs;
    while (others.some((tab) => events(tab) === 0)) {
      pending.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(most).toBe(4);
    expect(failing && events(failing)).toBe(0);
    for (const { socket } of tabs) socket.terminate();
  });
});

describe("live prices", () => {
  const TICK_MS = 200;
  /** Connects and separates the socket's text messages from its binary messages. */
  async function watch(token: string) {
    const client = await connect(true, token);
    const frames: number[] = [];
    client.socket.removeAllListeners("message");
    client.socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) frames.push(data.readUInt8());
    });
    return { ...client, frames };
  }
  const tell = async (socket: WebSocket, type: "subscribe" | "unsubscribe") => {
    socket.send(JSON.stringify({ type, topics: ["quotes"] }));
    socket.ping();
    await once(socket, "pong");
  };
  const tick = () => vi.advanceTimersByTimeAsync(TICK_MS);

  test("are encoded once per tick for all clients", async () => {
    let made = 0;
    frame = async () => Uint8Array.of((made += 1));
    const [one, two] = [await watch("one"), await watch("two")];
    await tick();
    expect(made).toBe(0);
    await tell(one.socket, "subscribe");
    await until(() => one.frames.length === 1);
    await tell(two.socket, "subscribe");
    await tick();
    await until(() => two.frames.length === 1);
    expect([one.frames, two.frames, made]).toEqual([[1, 2], [2], 2]);
    await tell(one.socket, "unsubscribe");
    await tick();
    await until(() => two.frames.length === 2);
    expect(one.frames).toEqual([1, 2]);
    const closed = once(two.socket, "close");
    two.socket.terminate();
    await closed;
    await until(() => present.length === 1);
    await tick();
    await tick();
    expect(made).toBe(3);
    one.socket.terminate();
  });

  test("that do not change are sent only once", async () => {
    frame = async () => Uint8Array.of(7);
    const { socket, frames } = await watch("one");
    await tell(socket, "subscribe");
    await until(() => frames.length === 1);
    await tick();
    frame = async () => Uint8Array.of(8);
    await tick();
    await until(() => frames.includes(8));
    expect(frames).toEqual([7, 8]);
    socket.terminate();
  });
});

describe("the topic admin", () => {
  async function follow(token: string): Promise<{ heard: unknown[]; end: () => void }> {
    const { socket } = await connect(true, token);
    const received: unknown[] = [];
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString("utf8")) as { type: string };
      if (message.type === "event") received.push(message);
    });
    socket.send(JSON.stringify({ type: "subscribe", topics: ["admin"] }));
    socket.ping();
    await once(socket, "pong");
    return { heard: received, end: () => socket.terminate() };
  }
  const adminEvent = (what: string) => ({ type: "event", topic: "admin", data: { what } });

  test("sends administrators the events of all users, at most once a second", async () => {
    const [desk, other, user] = [
      await follow("admin"),
      await follow("admin by password"),
      await follow("t"),
    ];
    for (let one = 0; one < 1_000; one += 1)
      bus.publish("me", { userId: `user-${one}`, what: "withdrawals" });
    bus.publish("me", { userId: "user-t", what: "balances" });
    await until(() => desk.heard.length > 0);
    expect(desk.heard).toEqual([adminEvent("withdrawals")]);
    bus.publish("me", { userId: "user-t", what: "support" });
    await until(() => desk.heard.length > 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => desk.heard.length > 2);
    await vi.advanceTimersByTimeAsync(10_000);
    bus.publish("me", { userId: "user-t", what: "support" });
    await until(() => desk.heard.length > 3);
    expect(desk.heard).toEqual(
      ["withdrawals", "tickets", "withdrawals", "tickets"].map(adminEvent),
    );
    expect([...other.heard, ...user.heard]).toEqual([]);
    for (const { end } of [desk, other, user]) end();
  });
});

describe("an event that was published before the stream opened", () => {
  /** Subscribes to all topics and returns the events that are sent immediately. */
  async function eventsAfter(subscription: object, token = "t"): Promise<unknown[]> {
    const { socket } = await connect(true, token);
    const events: unknown[] = [];
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString("utf8")) as { type: string; topic?: string };
      if (message.type !== "ping") events.push(message);
    });
    const topics = ["me", "chain", "chat", "terms"];
    socket.send(JSON.stringify({ type: "subscribe", topics, ...subscription }));
    // The server responds in order, so a pong means that the subscription was processed.
    socket.ping();
    await once(socket, "pong");
    socket.terminate();
    return events;
  }

  test("is sent once to a page that was already loading, if it concerns the user", async () => {
    bus.publish("me", { userId: "user-t", what: "balances" });
    bus.publish("me", { userId: "user-t", what: "balances" });
    bus.publish("me", { userId: "user-other", what: "mailbox" });
    bus.publish("terms", { what: "banner" });
    expect(await eventsAfter({ readingForMs: 500 })).toEqual([
      { type: "event", topic: "me", data: { what: "balances" } },
      { type: "event", topic: "terms", data: { what: "banner" } },
    ]);
  });

  test("is sent with the WAL position that a later read must include", async () => {
    position = "0/5";
    bus.publish("me", { userId: "user-t", what: "balances" });
    position = "0/7";
    bus.publish("me", { userId: "user-t", what: "balances" });
    expect(await eventsAfter({ readingForMs: 500 })).toEqual([
      { type: "event", topic: "me", data: { what: "balances" }, position: "0/7" },
    ]);
  });

  test("is not sent to a client that does not ask for missed events", async () => {
    bus.publish("me", { userId: "user-t", what: "balances" });
    expect(await eventsAfter({})).toEqual([]);
  });

  test("is replaced by a single `missed` if there were too many", async () => {
    for (let count = 0; count <= 20_000; count += 1)
      bus.publish("me", { userId: `user-${count}`, what: "mining" });
    expect(await eventsAfter({ readingForMs: 0 })).toEqual([{ type: "missed" }]);
  });
});

describe("streams of one network", () => {
  /** Opens a stream and returns the HTTP status of the response: 101 if the stream opens. */
  async function open(from: string, use: (socket: WebSocket) => Promise<void>): Promise<number> {
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/stream`, {
      origin: `http://127.0.0.1:${port}`,
      headers: { "x-forwarded-for": from },
    });
    socket.on("error", () => undefined);
    const opened = Promise.withResolvers<number>();
    socket.on("open", () => opened.resolve(101));
    socket.on("unexpected-response", (_request, { statusCode = 0 }) => opened.resolve(statusCode));
    const status = await opened.promise;
    if (status === 101) await use(socket);
    return status;
  }
  const forge = async (socket: WebSocket) => {
    socket.send(JSON.stringify({ type: "auth", token: "forged" }));
    await once(socket, "close");
  };
  const signIn = async (socket: WebSocket) => {
    socket.send(JSON.stringify({ type: "auth", token: "t" }));
    await once(socket, "message");
    socket.close();
    await once(socket, "close");
  };

  test("get 429 after too many attempts without a valid token", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await open("192.0.2.1", forge));
    expect(statuses).toEqual([101, 101, 101, 429, 429]);
    expect(await open("192.0.2.1", signIn)).toBe(429);
    expect(await open("198.51.100.1", signIn)).toBe(101);
  });

  test("are not limited by forged tokens if their own token is valid", async () => {
    for (let count = 0; count < 10; count += 1) expect(await open("192.0.2.1", signIn)).toBe(101);
  });

  test("get 429 above a high total, even with valid tokens", async () => {
    for (let count = 0; count < 50; count += 1) await open("192.0.2.1", signIn);
    expect(await open("192.0.2.1", signIn)).toBe(429);
  });
});
