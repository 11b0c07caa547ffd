/**
 * Tests the messages that remain when a channel is removed. No message may be kept longer than
 * necessary, with or without a channel.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { deliver } from "#notifications";
import { createBus, silentLog, type BusEvents, type Bus, type Worker } from "#platform";
import type { TestDatabase } from "../../../test/support/servers/database.ts";
import {
  outboxForEachTest,
  reachableUser,
  sendCode,
  SITE_URL,
  type Outbox,
} from "../../../test/support/servers/outbox.ts";
import { openOutbox } from "./open-outbox.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let installation: TestDatabase;
let outbox: Outbox;
outboxForEachTest((deps) => ({ installation, outbox } = deps));

let bus: Bus;
let events: BusEvents["me"][];
let workers: Worker;
beforeEach(() => {
  bus = createBus();
  events = [];
  bus.subscribe("me", (message) => events.push(message));
});
afterEach(() => workers.stop());

const rows = () =>
  installation.database.query<{ state: string; everything: string }>(
    "select *, outbox::text as everything from notifications_outbox outbox order by seq",
  );
const messages = (userId: string) =>
  installation.database.query(
    `select template, channel, delivery from notifications_messages
     where user_id = $1 and template <> 'welcome' order by template, channel`,
    [userId],
  );

/** Restarts the installation without a mail server and a gateway. */
async function startWithoutSettings(): Promise<void> {
  const { database, clock } = { ...outbox.deps, ...installation };
  const settings = { smtpUrl: undefined, smsGatewayUrl: undefined, siteUrl: SITE_URL };
  workers = await openOutbox({ database, clock, bus, log: silentLog, ...settings });
}

test("without a channel, expired messages end and their texts are deleted", async () => {
  const { userId, email } = await reachableUser(installation.database);
  await sendCode(installation.database, { userId, code: "112233", now: outbox.clock.now() });
  const values = { subject: "Deposit", text: "It is there." };
  await installation.database.transaction((tx) =>
    deliver(tx, { userId, template: "ticket_answered", values, now: outbox.clock.now() }),
  );
  outbox.clock.move(11 * MINUTE_MS);
  await startWithoutSettings();
  await expect.poll(() => events).toContainEqual({ userId, what: "mailbox" });
  const [mail, sms, answer] = await rows();
  for (const ended of [mail, sms]) {
    expect(ended).toMatchObject({ state: "dead", problem: "expired", body: null });
    for (const word of ["112233", email]) expect(ended?.everything).not.toContain(word);
  }
  expect(answer, "worth sending for two days more").toMatchObject({ state: "waiting" });
  expect(await messages(userId)).toMatchObject([
    { template: "security_code", channel: "email", delivery: "failed" },
    { template: "security_code", channel: "sms", delivery: "failed" },
    { template: "ticket_answered", delivery: "waiting" },
  ]);
  outbox.clock.move(3 * DAY_MS);
  bus.publish("wake", { worker: "outbox-tidy" });
  await expect.poll(async () => (await rows())[2]).toMatchObject({ state: "dead", body: null });
});

test("news that expires because the channel is closed ends as failed", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  const values = { title: "T", text: "t" };
  await installation.database.transaction((tx) =>
    deliver(tx, { userId, template: "news", values, now: outbox.clock.now() }),
  );
  outbox.clock.move(3 * DAY_MS);
  await startWithoutSettings();
  await expect.poll(rows).toMatchObject([{ state: "dead", problem: "expired", body: null }]);
  expect(await messages(userId)).toMatchObject([{ template: "news", delivery: "failed" }]);
});

test("without a channel, finished messages are deleted after some days", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  await outbox.mail();
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  outbox.clock.move(8 * DAY_MS);
  await startWithoutSettings();
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(["dead"]);
  outbox.clock.move(31 * DAY_MS);
  bus.publish("wake", { worker: "outbox-tidy" });
  await expect.poll(rows).toEqual([]);
});

test("an expired message that is being sent ends only after its claim has expired", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  outbox.clock.move(9 * MINUTE_MS);
  const transport = {
    async send() {
      outbox.clock.move(2 * MINUTE_MS);
      await startWithoutSettings();
      bus.publish("wake", { worker: "outbox-tidy" });
      await workers.stop();
      expect(await rows()).toMatchObject([{ state: "waiting" }]);
      return { outcome: "accepted" } as const;
    },
    close() {},
  };
  await outbox.mail(transport);
  expect(await rows()).toMatchObject([{ state: "sent", problem: null }]);
});
