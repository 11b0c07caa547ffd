/**
 * Tests two server processes that exchange events over NATS with a username and password. A NATS
 * outage may delay events but must lose no change.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNatsServer, startNats, type NatsServer } from "../support/servers/nats-server.ts";
import { signIn, signUp } from "../support/people/person.ts";
import { listenTo } from "../support/servers/stream-listener.ts";
import { startTwoServers, type TwoServers } from "../support/servers/two-servers.ts";

const HELD_MS_MAX = 5_000;
const POLICY = 1008;
const SECRET = `secret-${randomUUID()}`;

describe.runIf(findNatsServer() !== undefined)("two processes with NATS_URL", () => {
  let nats: NatsServer;
  let servers: TwoServers;

  beforeAll(async () => {
    nats = await startNats(`authorization: { user: floor, password: "${SECRET}" }`);
    const NATS_URL = nats.url.replace("nats://", `nats://floor:${SECRET}@`);
    servers = await startTwoServers({ NATS_URL });
  });
  afterAll(async () => {
    await servers?.stop();
    await nats?.stop();
  });

  test("events reach the other process over NATS alone", async () => {
    const { first, second, database } = servers;
    const user = await signUp(first.url, "Reader");
    const there = await listenTo(second, user);
    await user.call("sendChatMessage", { body: { text: "Hello?", clientMessageId: randomUUID() } });
    await expect
      .poll(() => there.received)
      .toContainEqual({
        type: "event",
        topic: "chat",
        data: expect.objectContaining({ what: "message", isOwn: true }) as object,
      });
    const listening = await database.query(
      `select from pg_stat_activity
       where application_name = 'hashfloor-bus' and datname = current_database()`,
    );
    expect(listening).toEqual([]);
    there.hangUp();
  });

  test("without NATS a sign-out still closes sockets within seconds", async () => {
    const { first, second } = servers;
    const user = await signUp(first.url, "Leaver");
    const other = await signUp(second.url, "Stayer");
    const leaving = await listenTo(second, await signIn(second.url, user.email, user.password));
    const staying = await listenTo(second, other);
    await nats.kill();
    expect((await user.auth.signOut({ scope: "global" })).error).toBeNull();
    const before = performance.now();
    expect(await leaving.closed).toBe(POLICY);
    expect(performance.now() - before).toBeLessThan(HELD_MS_MAX);
    const message = { text: "Is it on?", clientMessageId: randomUUID() };
    await other.call("sendChatMessage", { body: message });
    await nats.start();
    await expect.poll(() => staying.received).toContainEqual({ type: "missed" });
    expect(second.output()).toContain("events do not reach other processes");
    staying.hangUp();
  });

  test("no output contains the password", () => {
    for (const server of [servers.first, servers.second])
      expect(server.output()).not.toContain(SECRET);
  });
});
