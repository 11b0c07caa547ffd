/**
 * Tests messages: every template, the user's settings, and that a mailbox contains only the user's
 * own messages.
 */
import { beforeEach, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { deliver, notificationsRoutes, savePreferences } from "#notifications";
import { createBus, PRACTICE_LABEL, systemClock } from "#platform";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";
import { testUser } from "../../test/support/people/user.ts";
import { templates } from "./messages/templates.ts";

const installation = fileDatabase();
let caller: Caller;
beforeEach(async () => {
  caller = await testUser(installation.database);
});

const routes = () =>
  notificationsRoutes({
    database: installation.database,
    clock: systemClock,
    bus: createBus(),
    isProven: async () => true,
  });
const mailbox = (query: { limit: number; cursor?: string } = { limit: 50 }, of = caller) =>
  routes().listMailbox({ ...plainRequest, caller: of, query });
const send = (purpose: string, now = new Date()) =>
  installation.database.transaction((tx) =>
    deliver(tx, {
      userId: caller.userId,
      template: "security_code",
      values: { code: "123456", purpose, minutes: "10" },
      now,
    }),
  );

test("a new user gets a welcome message with the practice label", async () => {
  const { items, unreadCount } = await mailbox();
  expect(unreadCount).toBe(1);
  expect(items[0]).toMatchObject({ template: "welcome", to: caller.email, readAt: null });
  expect(items[0]?.text.startsWith(PRACTICE_LABEL)).toBe(true);
  expect(items[0]?.text).toContain("Hello Ada");
});

test("every template fills in all of its placeholders", () => {
  const anything = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
  for (const { write } of Object.values(templates)) {
    const { subject, text } = (write as (values: unknown) => { subject: string; text: string })(
      anything,
    );
    expect(subject.length).toBeGreaterThan(5);
    expect(`${subject} ${text}`).not.toMatch(/undefined|\[object/);
  }
});

test.each(["Win at evil.test", "evil。中国", "call +1 900 555 0199", "Ada\nLovelace"])(
  "the welcome message leaves out a name that contains an advertisement: %s",
  (name) => {
    const { text } = templates.welcome.write({ name, siteUrl: "http://floor.test" });
    expect(text.startsWith("Hello,\n")).toBe(true);
  },
);

test.each(["J. R. R. Tolkien", "Anna-Maria O'Neill", "李小龙", "Mia 2"])(
  "the welcome message greets the user by name: %s",
  (name) => {
    const { text } = templates.welcome.write({ name, siteUrl: "http://floor.test" });
    expect(text.startsWith(`Hello ${name},\n`)).toBe(true);
  },
);

test.each(["security_code", "recovery_link", "magic_link"] as const)(
  "%s grants access, so it warns the user not to share it",
  (name) => {
    const { text } = templates[name].write({ code: "1", link: "l", purpose: "p", minutes: "10" });
    expect(text).toMatch(/Do not share (it|them)\. We never ask for (it|them)\./);
  },
);

test("a reason that already ends with a full stop gets no second one", () => {
  const values = {
    amountBtc: "0.1",
    withdrawalId: "wdr_1",
    reason: "We do not know the address. ",
  };
  expect(templates.withdrawal_rejected.write(values).text).toContain(
    "did not go through: We do not know the address. The amount is back",
  );
  expect(templates.withdrawal_rejected.sms?.write(values)).toContain("the address. wdr_1");
});

test("messages that the user turned off are not sent", async () => {
  const off = {
    login: false,
    withdrawal: false,
    deposit: false,
    promotions: false,
    smsLogin: false,
    smsWithdrawal: false,
  };
  await savePreferences(installation.database, { userId: caller.userId, preferences: off });
  const values = { amountBtc: "0.10000000", txid: "ab".repeat(32) };
  const { userId } = caller;
  const isSent = await installation.database.transaction((tx) =>
    deliver(tx, { userId, template: "deposit_credited", values, now: new Date() }),
  );
  expect(isSent).toBe(false);
  expect(await send("a withdrawal")).toBe(true);
  expect((await mailbox()).items.map(({ template }) => template)).toEqual([
    "security_code",
    "welcome",
  ]);
});

test("line breaks in a value cannot add lines to a subject", async () => {
  await installation.database.transaction((tx) =>
    deliver(tx, {
      userId: caller.userId,
      template: "ticket_answered",
      values: { subject: "Rig\r\nBcc: x@y.z", text: "Hello" },
      now: new Date(),
    }),
  );
  expect((await mailbox()).items[0]?.subject).toBe("Support answered: Rig Bcc: x@y.z");
});

test("pages stay complete and in order while new messages arrive", async () => {
  for (let count = 1; count <= 4; count += 1)
    await send(`purpose ${count}`, new Date(Date.now() + count));
  const first = await mailbox({ limit: 2 });
  await send("late", new Date(Date.now() + 1000));
  const second = await mailbox({ limit: 2, cursor: first.nextCursor ?? "" });
  const third = await mailbox({ limit: 2, cursor: second.nextCursor ?? "" });
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
  expect(ids).toHaveLength(5);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(third.nextCursor).toBeNull();
  await expect(mailbox({ limit: 2, cursor: "'; drop" })).rejects.toThrow("bad_cursor");
});

test("a message can be read only by its owner", async () => {
  const [listed] = (await mailbox()).items;
  const get = (of: Caller, messageId = listed?.id ?? "") =>
    routes().getMessage({ ...plainRequest, caller: of, params: { messageId } });
  expect(await get(caller)).toEqual(listed);
  const missing = { status: 404, code: "message_not_found" };
  await expect(get(await testUser(installation.database))).rejects.toMatchObject(missing);
  await expect(get(caller, "ltr_x")).rejects.toMatchObject(missing);
});

test("another user's message cannot be marked as read", async () => {
  const messageId = (await mailbox()).items[0]?.id ?? "";
  const read = (of: Caller, id = messageId) =>
    routes().readMessage({ ...plainRequest, caller: of, params: { messageId: id } });
  const other = await testUser(installation.database);
  await expect(read(other)).rejects.toMatchObject({ status: 404, code: "message_not_found" });
  await expect(read(caller, "ltr_x")).rejects.toMatchObject({ status: 404 });
  const once = await read(caller);
  expect((await read(caller)).readAt).toEqual(once.readAt);
  expect((await mailbox()).unreadCount).toBe(0);
  expect((await mailbox({ limit: 50 }, other)).items).toHaveLength(1);
});
