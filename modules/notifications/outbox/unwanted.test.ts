/**
 * Tests messages that users turn off while the messages wait for a mail server. When the server is
 * back, all other messages are still sent.
 */
import { beforeEach, expect, test } from "vitest";
import { deliver, outboxFigures, savePreferences, type TemplateName } from "#notifications";
import type { TestDatabase } from "../../../test/support/servers/database.ts";
import {
  outboxForEachTest,
  reachableUser,
  type Outbox,
} from "../../../test/support/servers/outbox.ts";
import { answers, type SmsSink } from "../../../test/support/fakes/sms-sink.ts";
import { headerOf, type SmtpSink } from "../../../test/support/fakes/smtp-sink.ts";
import { templateNames, valuesFor } from "../../../test/support/inputs/template-values.ts";
import { findMessages } from "../messages/messages-table.ts";
import { deleteDone } from "./ended-rows.ts";

const MINUTE_MS = 60_000;

let installation: TestDatabase;
let smtp: SmtpSink;
let sms: SmsSink;
let outbox: Outbox;
outboxForEachTest((deps) => ({ installation, smtp, sms, outbox } = deps));
beforeEach(() => {
  smtp.mood = { kind: "answer", at: "RCPT", line: "451 4.3.0 later" };
  sms.answer = answers.status(503);
});

const write = (userId: string, template: TemplateName) =>
  installation.database.transaction((tx) =>
    deliver(tx, { userId, template, values: valuesFor(template), now: outbox.clock.now() }),
  );

async function serversAreBack(): Promise<void> {
  smtp.mood = { kind: "accept" };
  sms.answer = answers.status(200);
  for (let round = 0; round < 8; round += 1) {
    outbox.clock.move(2 * MINUTE_MS);
    await Promise.all([outbox.mail(), outbox.sms()]);
  }
}

/** Returns one line for each message in the user's mailbox, such as `news by email: sent`. */
async function inMailbox(userId: string): Promise<string[]> {
  const page = { userId, beforeId: undefined, template: undefined, limit: 100, isProven: true };
  const messages = await findMessages(installation.database, page);
  return messages
    .filter(({ template }) => template !== "welcome")
    .map(({ template, channel, delivery }) => `${template} by ${channel}: ${delivery}`)
    .toSorted((one, other) => (one < other ? -1 : 1));
}

test("pending news is not sent to users who have turned promotions off", async () => {
  const [gone, still] = [
    await reachableUser(installation.database),
    await reachableUser(installation.database),
  ];
  for (const { userId } of [gone, still]) {
    await write(userId, "news");
    await write(userId, "ticket_answered");
  }
  await outbox.mail();
  await savePreferences(installation.database, {
    userId: gone.userId,
    preferences: { promotions: false },
  });
  await serversAreBack();
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to[0] === email);
  expect([mailsTo(gone.email).length, mailsTo(still.email).length]).toEqual([1, 2]);
  const [toGone] = mailsTo(gone.email);
  expect(toGone && headerOf(toGone, "subject")).toContain("Support answered");
  expect(await inMailbox(gone.userId)).toEqual([
    "news by email: unwanted",
    "ticket_answered by email: sent",
  ]);
  expect(await inMailbox(still.userId)).toEqual([
    "news by email: sent",
    "ticket_answered by email: sent",
  ]);
});

test("an unwanted message is not recorded as a failure and keeps no text", async () => {
  const { userId } = await reachableUser(installation.database);
  await write(userId, "news");
  await savePreferences(installation.database, { userId, preferences: { promotions: false } });
  expect(await outbox.mail(), "the mailbox is told").toEqual(new Set([userId]));
  const rows = () => installation.database.query("select * from notifications_outbox");
  expect(await rows()).toMatchObject([
    { state: "unwanted", body: null, recipient: null, subject: null, tried_at: null, attempts: 0 },
  ]);
  const figures = await outboxFigures(installation.database, outbox.clock.now());
  expect(figures.email).toMatchObject({ waiting: 0, sentInDay: 0, deadInDay: 0 });
  await write(userId, "ticket_answered");
  smtp.mood = { kind: "accept" };
  await outbox.mail();
  expect(smtp.mails).toHaveLength(1);
  const tomorrow = new Date(outbox.clock.now().getTime() + 86_400_000);
  await deleteDone(installation.database, { sentBefore: tomorrow, deadBefore: new Date(0) });
  expect(await rows()).toEqual([]);
});

test("a message is sent if its setting was turned off and on again before", async () => {
  const { userId } = await reachableUser(installation.database);
  await write(userId, "news");
  await outbox.mail();
  for (const promotions of [false, true])
    await savePreferences(installation.database, { userId, preferences: { promotions } });
  await serversAreBack();
  expect(smtp.mails).toHaveLength(1);
  expect(await inMailbox(userId)).toEqual(["news by email: sent"]);
});

test("a pending SMS is controlled by the SMS setting, not by the e-mail setting", async () => {
  const [quiet, mailed] = [
    await reachableUser(installation.database, { phone: "+4915112345671" }),
    await reachableUser(installation.database, { phone: "+4915112345672" }),
  ];
  for (const { userId } of [quiet, mailed])
    for (const template of ["new_login", "withdrawal_requested"] as const)
      await write(userId, template);
  await Promise.all([outbox.mail(), outbox.sms()]);
  await savePreferences(installation.database, {
    userId: quiet.userId,
    preferences: { smsLogin: false, withdrawal: false },
  });
  await savePreferences(installation.database, {
    userId: mailed.userId,
    preferences: { login: false },
  });
  await serversAreBack();
  expect(await inMailbox(quiet.userId)).toEqual([
    "new_login by email: sent",
    "new_login by sms: unwanted",
    "withdrawal_requested by email: unwanted",
    "withdrawal_requested by sms: sent",
  ]);
  expect(await inMailbox(mailed.userId)).toEqual([
    "new_login by email: unwanted",
    "new_login by sms: sent",
    "withdrawal_requested by email: sent",
    "withdrawal_requested by sms: sent",
  ]);
  expect(smtp.mails).toHaveLength(2);
});

const EVERYTHING_OFF = {
  login: false,
  withdrawal: false,
  deposit: false,
  promotions: false,
  smsLogin: false,
  smsWithdrawal: false,
};

test.each(templateNames)(
  "a pending %s is sent only if it would also be written now",
  async (template) => {
    const [later, now] = [
      await reachableUser(installation.database, { phone: "+4915112345671" }),
      await reachableUser(installation.database, { phone: "+4915112345672" }),
    ];
    await write(later.userId, template);
    await savePreferences(installation.database, {
      userId: later.userId,
      preferences: EVERYTHING_OFF,
    });
    await savePreferences(installation.database, {
      userId: now.userId,
      preferences: EVERYTHING_OFF,
    });
    await write(now.userId, template);
    smtp.mood = { kind: "accept" };
    sms.answer = answers.status(200);
    await Promise.all([outbox.mail(), outbox.sms()]);
    const sentLines = (await inMailbox(later.userId)).filter((line) => line.endsWith(": sent"));
    expect(sentLines).toEqual(await inMailbox(now.userId));
  },
);

test("a message waits for the next round while its recipient changes the setting", async () => {
  const [busy, other] = [
    await reachableUser(installation.database),
    await reachableUser(installation.database),
  ];
  for (const { userId } of [busy, other]) await write(userId, "news");
  smtp.mood = { kind: "accept" };
  await installation.database.transaction(async (tx) => {
    await savePreferences(tx, { userId: busy.userId, preferences: { promotions: false } });
    await outbox.mail();
    expect(smtp.mails.map(({ to }) => to)).toEqual([[other.email]]);
  });
  await outbox.mail();
  expect(smtp.mails).toHaveLength(1);
  expect(await inMailbox(busy.userId)).toEqual(["news by email: unwanted"]);
});
