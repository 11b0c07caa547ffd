/** Tests events between processes of one installation over a real NATS server. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { silentLog, type Log, type SharedBus } from "#platform";
import {
  lostInSilence,
  openBusProcess,
  sayOneOfEach,
  settle,
  type BusProcess,
} from "../../test/support/servers/bus-process.ts";
import {
  findNatsServer,
  startNats,
  type NatsServer,
} from "../../test/support/servers/nats-server.ts";
import { connectNats } from "./connect-nats.ts";
import type { LineTimes } from "./reconnect.ts";
import { natsAddress } from "./nats-address.ts";
import { natsLine } from "./nats-line.ts";
import { shareBusOver } from "./share-bus.ts";

const times: Partial<LineTimes> = { pauseMsMin: 20, pauseMsMax: 50 };
const open: SharedBus[] = [];
const servers: NatsServer[] = [];

interface Settings {
  readonly installation?: string;
  readonly entriesMax?: number;
  readonly times?: Partial<LineTimes>;
}

function busOn(url: string, log: Log, settings: Settings = {}): SharedBus {
  const { installation = "one", entriesMax } = settings;
  const plan = {
    address: natsAddress("NATS_URL", url),
    installation,
    log,
    times: { ...times, ...settings.times },
  };
  return shareBusOver((listener) => natsLine(plan, listener), { log, entriesMax });
}

async function processOn(url: string, settings?: Settings): Promise<BusProcess> {
  const one = await openBusProcess((log) => busOn(url, log, settings));
  open.push(one.bus);
  return one;
}

/** Starts a separate NATS server, which the test may stop. */
async function serverOfOwn(settings?: string): Promise<NatsServer> {
  const server = await startNats(settings);
  servers.push(server);
  return server;
}

/** Connects a client that publishes messages that none of our processes would send. */
async function strangerOn(url: string) {
  const connection = await connectNats(natsAddress("NATS_URL", url), 5_000);
  return {
    async say(subject: string, ...payloads: string[]) {
      for (const payload of payloads) connection.publish(subject, payload);
      await connection.flush();
    },
    close: () => connection.close(),
  };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

describe.runIf(findNatsServer() !== undefined)("over NATS", () => {
  let common: NatsServer;

  beforeAll(async () => {
    common = await startNats();
  });
  afterAll(() => common?.stop());

  const pair = async (settings?: Settings) =>
    [await processOn(common.url, settings), await processOn(common.url, settings)] as const;

  describe("an event that one process publishes", () => {
    test("reaches the publisher immediately and the other process once", async () => {
      const [one, two] = await pair();
      const said = sayOneOfEach(one);
      expect(one.received).toEqual(said);
      await expect.poll(() => two.received).toEqual(said);
      two.bus.publish("wake", { worker: "back" });
      await expect.poll(() => one.received.at(-1)).toEqual(["wake", { worker: "back" }]);
      expect(one.received).toHaveLength(said.length + 1);
      expect(one.bus.figures()).toMatchObject({ payloadsOut: said.length, payloadsIn: 1 });
    });

    test("keeps its order in the other process, even among events for ten thousand users", async () => {
      const [one, two] = await pair();
      const users = Array.from({ length: 5_000 }, () => randomUUID());
      const order = ["mining", "balances"] as const;
      for (const userId of users) for (const what of order) one.bus.publish("me", { userId, what });
      await expect.poll(() => two.received.length).toBe(users.length * order.length);
      const messages = new Map<string, string[]>();
      for (const [, { userId, what }] of two.received as [
        string,
        { userId: string; what: string },
      ][])
        messages.set(userId, [...(messages.get(userId) ?? []), what]);
      expect([...messages.keys()].toSorted()).toEqual(users.toSorted());
      expect(new Set([...messages.values()].map(String))).toEqual(new Set([String(order)]));
      expect(two.bus.figures().payloadsIn).toBeLessThan(200);
    });

    test("does not reach another installation on the same NATS server", async () => {
      const [one, two] = await pair();
      const other = await processOn(common.url, { installation: "two" });
      one.bus.publish("terms", { what: "rates" });
      await settle(one, two);
      other.bus.publish("terms", { what: "banner" });
      await settle(one, two);
      expect(other.received).toEqual([["terms", { what: "banner" }]]);
      expect(two.received).toEqual([["terms", { what: "rates" }]]);
    });

    test("arrives if it was published just before the process stopped", async () => {
      const [one, two] = await pair();
      one.bus.publish("terms", { what: "rates" });
      await one.bus.close();
      await expect.poll(() => two.received).toEqual([["terms", { what: "rates" }]]);
    });
  });

  describe("when the server is killed", () => {
    test("every process reconnects and receives events again", async () => {
      const server = await serverOfOwn();
      const [one, two] = [await processOn(server.url), await processOn(server.url)];
      await server.kill();
      await expect.poll(() => one.bus.isShared || two.bus.isShared).toBe(false);
      // If the other process reconnected before this call, it receives the event itself. Otherwise
      // it receives `missed`.
      one.bus.publish("me", { userId: "u", what: "earn" });
      expect(one.received).toEqual([["me", { userId: "u", what: "earn" }]]);
      await server.start();
      await expect.poll(() => [one.missed(), two.missed()]).toEqual([2, 2]);
      one.bus.publish("terms", { what: "terms" });
      await expect.poll(() => two.received.at(-1)).toEqual(["terms", { what: "terms" }]);
      expect(two.bus.figures()).toMatchObject({ reconnects: 1, missed: 2 });
      expect(one.lines()).toContain("events do not reach other processes at the moment");
    });

    test("every event arrives or is followed by `missed`, over many restarts", async () => {
      const server = await serverOfOwn();
      const [one, two] = [await processOn(server.url), await processOn(server.url)];
      const cut = async () => {
        await server.kill();
        await server.start();
      };
      expect(await lostInSilence(one, two, { rounds: 8, cut })).toEqual([]);
    });

    test("a frozen connection is replaced, and `missed` is published", async () => {
      const server = await serverOfOwn();
      const one = await processOn(server.url, { times: { beatMs: 100, answerMsMax: 100 } });
      server.signal("SIGSTOP");
      await expect.poll(() => one.bus.isShared).toBe(false);
      server.signal("SIGCONT");
      await expect.poll(() => one.missed()).toBeGreaterThan(1);
    });
  });

  describe("lost events are reported as `missed`", () => {
    test("when the queue exceeds its limit", async () => {
      const one = await processOn(common.url, { entriesMax: 100 });
      const two = await processOn(common.url);
      for (let count = 0; count < 5_050; count += 1)
        one.bus.publish("me", { userId: `u${count}`, what: "mailbox" });
      await settle(one, two);
      expect(two.missed()).toBe(2);
      expect(two.received.length).toBeLessThan(100);
    });

    test("when a payload is larger than the server accepts", async () => {
      const small = await serverOfOwn("max_payload: 1024");
      const [one, two] = [await processOn(small.url), await processOn(small.url)];
      for (let count = 0; count < 200; count += 1)
        one.bus.publish("me", { userId: randomUUID(), what: "mailbox" });
      await expect.poll(() => two.received.length).toBe(200);
      expect(two.missed()).toBe(1);
      const sessionIds = Array.from({ length: 90 }, () => randomUUID());
      one.bus.publish("session-ended", { sessionIds });
      await expect.poll(() => two.missed()).toBe(2);
      await settle(one, two);
      expect(one.bus.isShared).toBe(true);
    });

    test("when the servers lose a message, so that a number is skipped", async () => {
      const two = await processOn(common.url);
      const stranger = await strangerOn(common.url);
      const speech = JSON.stringify({ from: "x", said: [["terms", { what: "rates" }]] });
      await stranger.say("hashfloor.one.terms", `x 5 ${speech}`, `x 6 ${speech}`, `y 1 ${speech}`);
      await expect.poll(() => two.received.length).toBe(3);
      expect(two.missed()).toBe(1);
      await stranger.say("hashfloor.one.beat", "x 8 ");
      await expect.poll(() => two.missed()).toBe(2);
      await stranger.say("hashfloor.one.terms", `x 9 ${speech}`);
      await expect.poll(() => two.received.length).toBe(4);
      expect(two.missed()).toBe(2);
      await stranger.close();
    });
  });

  test("an invalid message is ignored, logged once and counted", async () => {
    const [one, two] = await pair();
    const stranger = await strangerOn(common.url);
    const garbage = [
      "",
      "hello",
      "x y {}",
      "x 1 null",
      "x 2 {",
      `x 3 ${JSON.stringify({ from: "x", said: [["constructor", {}]] })}`,
      `x 4 ${JSON.stringify({ from: "x", said: [["session-ended", { sessionIds: "all" }]] })}`,
      `x 5 ${"[".repeat(100_000)}`,
      "\u{1F600}".repeat(50),
    ];
    await stranger.say("hashfloor.one.me", ...garbage);
    await settle(one, two);
    expect(two.received).toEqual([]);
    expect(two.bus.figures().ignored).toBe(garbage.length);
    expect(two.lines()).toEqual(["ignored messages on the event channel that are no events"]);
    await stranger.close();
  });
});

test("a server that accepts the connection but never responds does not delay the stop", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const bus = busOn(`nats://127.0.0.1:${port}`, silentLog, { times: { connectMsMax: 300 } });
  await once(silent, "connection");
  bus.publish("terms", { what: "rates" });
  await bus.close();
  expect(bus.isShared).toBe(false);
  silent.close();
});
