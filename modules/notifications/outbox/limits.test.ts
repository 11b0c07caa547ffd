/**
 * Tests the message limits per address, phone number, account and day. Messages above a limit stay
 * in the mailbox.
 */
import { beforeEach, expect, test } from "vitest";
import type { TemplateName } from "#notifications";
import type { TestDatabase } from "../../../test/support/servers/database.ts";
import {
  endsOf,
  outboxForEachTest,
  PHONE,
  postMessageLimits,
  reachableUser,
  sendCode,
  writeMessage,
  type Outbox,
} from "../../../test/support/servers/outbox.ts";
import type { SmsSink } from "../../../test/support/fakes/sms-sink.ts";
import type { SmtpSink } from "../../../test/support/fakes/smtp-sink.ts";
import { allowanceFor, defaultOutboxLimits } from "./outbox-limits.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let installation: TestDatabase;
let smtp: SmtpSink;
let sms: SmsSink;
let outbox: Outbox;
outboxForEachTest((deps) => ({ installation, smtp, sms, outbox } = deps));
beforeEach(() => postMessageLimits(installation.database));

const write = (userId: string, template: TemplateName) =>
  writeMessage({ installation, outbox }, { userId, template });
const readers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => reachableUser(installation.database)));

test("ordinary e-mails to one address are sent once a minute", async () => {
  const { userId } = await reachableUser(installation.database);
  await write(userId, "news");
  await write(userId, "news");
  for (let count = 0; count < 3; count += 1) await write(userId, "new_login");
  await outbox.mail();
  expect(smtp.mails).toHaveLength(4);
  expect(await endsOf(installation.database, { userId, channel: "email" })).toEqual({
    sent: 4,
    waiting: 1,
  });
  outbox.clock.move(MINUTE_MS / 2);
  await outbox.mail();
  expect(smtp.mails).toHaveLength(4);
  outbox.clock.move(MINUTE_MS);
  await outbox.mail();
  expect(smtp.mails).toHaveLength(5);
});

test("ordinary e-mails beyond thirty a day are marked as limited", async () => {
  const { userId } = await reachableUser(installation.database);
  for (let count = 0; count < 32; count += 1) await write(userId, "news");
  for (let round = 0; round < 35; round += 1) {
    await outbox.mail();
    outbox.clock.move(MINUTE_MS + 1);
  }
  expect(smtp.mails).toHaveLength(30);
  expect(await endsOf(installation.database, { userId, channel: "email" })).toEqual({
    sent: 30,
    limited: 2,
  });
  outbox.clock.move(24 * HOUR_MS);
  await write(userId, "news");
  await outbox.mail();
  expect(smtp.mails).toHaveLength(31);
});

test("security e-mails of one kind are limited to thirty an hour per address", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  for (let count = 0; count < 33; count += 1) await write(userId, "new_login");
  await outbox.mail();
  expect(await endsOf(installation.database, { userId, channel: "email" })).toEqual({
    sent: 30,
    limited: 3,
  });
});

test("security e-mails of one kind are limited to 150 a day per address", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  for (let hour = 0; hour < 6; hour += 1) {
    for (let count = 0; count < 29; count += 1) await write(userId, "new_login");
    await outbox.mail();
    outbox.clock.move(HOUR_MS);
  }
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  await outbox.mail();
  expect(await endsOf(installation.database, { userId, channel: "email" })).toEqual({
    sent: 150 + 1,
    limited: 24,
  });
});

test("a stranger who requests links all day does not use up the owner's limit", () => {
  const linksPerHour = 5;
  // Hourly windows can start at any minute, so a day overlaps up to twenty-five of them.
  const recent = {
    inHour: linksPerHour,
    inDay: linksPerHour * 25,
    sameInHour: linksPerHour,
    sameInDay: linksPerHour * 25,
    ordinaryInDay: 0,
    lastOrdinaryAt: null,
    allInDay: linksPerHour * 25,
    promotionsInDay: 0,
  };
  const link = { channel: "email", isPrompt: true, isPromotion: false, now: new Date() } as const;
  const limits = { ...defaultOutboxLimits, daily: { mails: 5_000, sms: 200 } };
  expect(allowanceFor(link, recent, limits)).toEqual({ kind: "send" });
});

test("messages of one kind do not use up the limits of another kind", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  for (let count = 0; count < 33; count += 1) await write(userId, "new_login");
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  await outbox.mail();
  expect(await endsOf(installation.database, { userId, channel: "email" })).toEqual({
    sent: 30 + 1,
    limited: 3,
  });
});

test("security e-mails are sent even if the daily e-mail limit is used up", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "2" });
  const people = await readers(3);
  for (const { userId } of people) await write(userId, "ticket_answered");
  await outbox.mail();
  for (const { userId } of people) await write(userId, "new_login");
  await outbox.mail();
  expect(smtp.mails).toHaveLength(2 + 3);
});

test("a phone number gets at most three SMS an hour and ten a day", async () => {
  const { userId } = await reachableUser(installation.database);
  for (let count = 0; count < 2; count += 1)
    await sendCode(installation.database, { userId, now: outbox.clock.now() });
  for (let count = 0; count < 2; count += 1) await write(userId, "new_login");
  await outbox.sms();
  expect(await endsOf(installation.database, { userId, channel: "sms" })).toEqual({
    sent: 3,
    limited: 1,
  });
  for (let hour = 1; hour < 6; hour += 1) {
    outbox.clock.move(HOUR_MS);
    for (let count = 0; count < 3; count += 1) await write(userId, "new_login");
    await outbox.sms();
  }
  expect(await endsOf(installation.database, { userId, channel: "sms" })).toEqual({
    sent: 10,
    limited: 9,
  });
});

test("SMS about alerts use at most half of each limit, and codes the rest", () => {
  const none = { inHour: 0, inDay: 0, sameInHour: 0, sameInDay: 0, ordinaryInDay: 0 };
  const nothing = { ...none, lastOrdinaryAt: null, allInDay: 0, promotionsInDay: 0 };
  const limits = { ...defaultOutboxLimits, daily: { mails: 5_000, sms: 200 } };
  const kindOf = (isPrompt: boolean, recent: object) =>
    allowanceFor(
      { channel: "sms", isPrompt, isPromotion: false, now: new Date() },
      { ...nothing, ...recent },
      limits,
    ).kind;
  const [alert, code] = [false, true];
  expect(kindOf(alert, {})).toBe("send");
  expect(kindOf(alert, { inHour: 1 })).toBe("never");
  expect(kindOf(code, { inHour: 2 })).toBe("send");
  expect(kindOf(alert, { inDay: 4 })).toBe("send");
  expect(kindOf(alert, { inDay: 5 })).toBe("never");
  expect(kindOf(code, { inDay: 9 })).toBe("send");
  expect(kindOf(alert, { allInDay: 100 })).toBe("never");
  expect(kindOf(code, { allInDay: 199 })).toBe("send");
});

test("neither a second account nor a second phone number evades the SMS limit", async () => {
  const [one, other] = [
    await reachableUser(installation.database),
    await reachableUser(installation.database),
  ];
  for (const { userId } of [one, other, one, other]) await write(userId, "new_login");
  await outbox.sms();
  expect(sms.sent).toHaveLength(3);
  await installation.database.query("delete from notifications_outbox");
  for (let number = 0; number < 4; number += 1) {
    await installation.database.query(
      "update notifications_recipients set phone = $2 where user_id = $1",
      [one.userId, `${PHONE}${number}`],
    );
    await write(one.userId, "new_login");
  }
  await outbox.sms();
  expect(sms.sent).toHaveLength(3 + 3);
});

test("only three of a hundred concurrent SMS to one number are sent", async () => {
  const { userId } = await reachableUser(installation.database);
  await Promise.all(Array.from({ length: 100 }, () => write(userId, "new_login")));
  await Promise.all([outbox.sms(), outbox.sms(), outbox.sms()]);
  expect(sms.sent).toHaveLength(3);
  expect(await endsOf(installation.database, { userId, channel: "sms" })).toEqual({
    sent: 3,
    limited: 97,
  });
});

test("an SMS with an unknown outcome counts towards the limit", async () => {
  const { userId } = await reachableUser(installation.database);
  sms.answer = () => {};
  for (let count = 0; count < 4; count += 1) await write(userId, "new_login");
  for (let round = 0; round < 3; round += 1) {
    await outbox.sms();
    outbox.clock.move(31_000);
  }
  expect(new Set(sms.sent.map(({ body }) => body.id)).size).toBe(1);
  sms.answer = (response) => void response.writeHead(200).end();
  for (let round = 0; round < 6; round += 1) {
    await outbox.sms();
    outbox.clock.move(31_000);
  }
  expect(new Set(sms.sent.map(({ body }) => body.id)).size).toBe(3);
  expect(await endsOf(installation.database, { userId, channel: "sms" })).toEqual({
    sent: 3,
    limited: 1,
  });
});

test("the installation's daily SMS limit applies to all users", async () => {
  await postMessageLimits(installation.database, { smsDaily: "2" });
  for (let count = 0; count < 3; count += 1) {
    const { userId } = await reachableUser(installation.database, { phone: `${PHONE}${count}` });
    await write(userId, "new_login");
  }
  await outbox.sms();
  expect(sms.sent).toHaveLength(2);
});
