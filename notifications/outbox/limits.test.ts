/** How much leaves to one address, to one number, by one account and in one day, and where the rest is found. */
import { beforeEach, expect, test } from "vitest";
import { deliver } from "#notifications";
import { newId } from "#platform";
import type { TestDatabase } from "../../test/support/database.ts";
import {
  PHONE,
  reachableUser,
  sendCode,
  outboxForEachTest,
  type Outbox,
} from "../../test/support/outbox.ts";
import type { SmsSink } from "../../test/support/sms-sink.ts";
import type { SmtpSink } from "../../test/support/smtp-sink.ts";
import { NOT_YOU } from "../template.ts";
import { ENDED_AT_ONCE } from "./outbox-table.ts";
import { tidyOutbox } from "./tidy-outbox.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let floor: TestDatabase;
let smtp: SmtpSink;
let sms: SmsSink;
let outbox: Outbox;
outboxForEachTest((parts) => ({ floor, smtp, sms, outbox } = parts));
beforeEach(async () => {
  await post({ mailsDaily: "5000", smsDaily: "200" });
});

/** What an administrator posts, without the page. */
const post = (terms: { readonly mailsDaily: string; readonly smsDaily: string }) =>
  floor.database.query(
    `insert into notifications_terms (id, subject, terms, valid_from, source, set_by)
     values ($1, 'messages', $2, clock_timestamp(), 'test', 'test')`,
    [newId("trm"), JSON.stringify(terms)],
  );
const news = (userId: string, text = "t") =>
  floor.database.transaction((tx) =>
    deliver(tx, {
      userId,
      template: "news",
      values: { title: "T", text },
      now: outbox.clock.now(),
    }),
  );
const login = (userId: string) =>
  floor.database.transaction((tx) =>
    deliver(tx, {
      userId,
      template: "new_login",
      values: { at: "now", ip: "192.0.2.1", device: "a phone", novelty: "a new device" },
      now: outbox.clock.now(),
    }),
  );
const answer = (userId: string) =>
  floor.database.transaction((tx) =>
    deliver(tx, {
      userId,
      template: "ticket_answered",
      values: { subject: "Deposit", text: "It is there." },
      now: outbox.clock.now(),
    }),
  );
const readers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => reachableUser(floor.database)));
/** Rounds every hour, for so many of them. */
async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    outbox.clock.move(HOUR_MS);
    await outbox.mail();
  }
}
/** How many letters with news have come to which end, of those that this test wrote. */
async function newsEnds() {
  const rows = await floor.database.query<{ delivery: string; count: number }>(
    `select delivery, count(*)::int as count from notifications_letters
     where id in (select letter_id from notifications_outbox where is_promotion) group by delivery`,
  );
  return Object.fromEntries(rows.map(({ delivery, count }) => [delivery, count]));
}
/** How many letters of this user have come to which end, by mail or by SMS. */
async function ends(userId: string, channel: "email" | "sms") {
  const rows = await floor.database.query<{ delivery: string; count: number }>(
    `select delivery, count(*)::int as count from notifications_letters
     where user_id = $1 and channel = $2 and template <> 'welcome' group by delivery`,
    [userId, channel],
  );
  return Object.fromEntries(rows.map(({ delivery, count }) => [delivery, count]));
}

test("ordinary mails to one address leave one a minute, security mails at once", async () => {
  const { userId } = await reachableUser(floor.database);
  await news(userId);
  await news(userId);
  for (let count = 0; count < 3; count += 1) await login(userId);
  await outbox.mail();
  expect(smtp.mails).toHaveLength(4);
  expect(await ends(userId, "email")).toEqual({ sent: 4, waiting: 1 });
  outbox.clock.move(MINUTE_MS / 2);
  await outbox.mail();
  expect(smtp.mails).toHaveLength(4);
  outbox.clock.move(MINUTE_MS);
  await outbox.mail();
  expect(smtp.mails).toHaveLength(5);
});

test("thirty ordinary mails a day leave; what is more stays in the mailbox and says so", async () => {
  const { userId } = await reachableUser(floor.database);
  for (let count = 0; count < 32; count += 1) await news(userId);
  for (let round = 0; round < 35; round += 1) {
    await outbox.mail();
    outbox.clock.move(MINUTE_MS + 1);
  }
  expect(smtp.mails).toHaveLength(30);
  expect(await ends(userId, "email")).toEqual({ sent: 30, limited: 2 });
  outbox.clock.move(24 * HOUR_MS);
  await news(userId);
  await outbox.mail();
  expect(smtp.mails).toHaveLength(31);
});

test("even security mails of one kind to one address have an end: thirty an hour", async () => {
  const { userId } = await reachableUser(floor.database, { phone: null });
  for (let count = 0; count < 33; count += 1) await login(userId);
  await outbox.mail();
  expect(await ends(userId, "email")).toEqual({ sent: 30, limited: 3 });
});

test("many letters of one kind, which a stranger can cause, do not use up those of another", async () => {
  const { userId } = await reachableUser(floor.database, { phone: null });
  for (let count = 0; count < 33; count += 1) await login(userId);
  await sendCode(floor.database, { userId, now: outbox.clock.now() });
  await outbox.mail();
  expect(await ends(userId, "email")).toEqual({ sent: 30 + 1, limited: 3 });
});

test("the installation's mails of a day stop the ordinary ones, not those about security", async () => {
  await post({ mailsDaily: "2", smsDaily: "200" });
  const people = await readers(3);
  for (const { userId } of people) await answer(userId);
  await outbox.mail();
  for (const { userId } of people) await login(userId);
  await outbox.mail();
  expect(smtp.mails).toHaveLength(2 + 3);
});

test("news is claimed after everything else, also after what was written later", async () => {
  const people = await readers(8);
  for (const { userId } of people) await news(userId);
  const other = await reachableUser(floor.database);
  await answer(other.userId);
  await login(other.userId);
  const taken: string[] = [];
  await outbox.mail({
    async send({ subject }) {
      taken.push(subject);
      return { outcome: "accepted" };
    },
    close() {},
  });
  expect(taken).toHaveLength(10);
  expect(taken.slice(0, 5)).toEqual(
    expect.arrayContaining([expect.stringContaining("Support answered"), "New login"]),
  );
});

test("news uses half of the day, and what is left goes on the next day", async () => {
  await post({ mailsDaily: "4", smsDaily: "200" });
  const people = await readers(5);
  for (const { userId } of people) await news(userId);
  await outbox.mail();
  await hours(23);
  expect(await newsEnds()).toEqual({ sent: 2, waiting: 3 });
  await hours(3);
  expect(await newsEnds()).toEqual({ sent: 4, waiting: 1 });
  await hours(25);
  expect(await newsEnds()).toEqual({ sent: 5 });
});

test("at one mail a day news leaves too, as long as nothing else took the place", async () => {
  await post({ mailsDaily: "1", smsDaily: "200" });
  for (const { userId } of await readers(2)) await news(userId);
  await outbox.mail();
  expect(await newsEnds()).toEqual({ sent: 1, waiting: 1 });
});

test("ordinary letters keep the other half, also to who still waits for news", async () => {
  await post({ mailsDaily: "6", smsDaily: "200" });
  const people = await readers(6);
  for (const { userId } of people) await news(userId);
  await outbox.mail();
  const waiting = await floor.database.query<{ userId: string }>(
    `select user_id as "userId" from notifications_outbox where channel = 'email' and state = 'waiting'`,
  );
  expect(waiting).toHaveLength(3);
  for (const { userId } of waiting) await answer(userId);
  await outbox.mail();
  for (const { userId } of waiting)
    expect(await ends(userId, "email")).toEqual({ sent: 1, waiting: 1 });
});

test("news without room is left alone: no row of it is written, and a code leaves", async () => {
  await post({ mailsDaily: "2", smsDaily: "200" });
  const people = await readers(8);
  for (const { userId } of people) await news(userId);
  await outbox.mail();
  const waiting = () =>
    floor.database.query(
      "select id, xmin::text, due_at from notifications_outbox where channel = 'email' and state = 'waiting' order by seq",
    );
  const before = await waiting();
  expect(before).toHaveLength(7);
  await hours(20);
  await sendCode(floor.database, {
    userId: (await readers(1))[0]?.userId ?? "",
    now: outbox.clock.now(),
  });
  await outbox.mail();
  expect(smtp.mails).toHaveLength(2);
  expect(await waiting()).toEqual(before);
});

test("what runs out is ended in portions, and nothing of it leaves meanwhile", async () => {
  const { userId, email } = await reachableUser(floor.database, { phone: null });
  await floor.database.query(
    `insert into notifications_outbox (id, letter_id, user_id, channel, template, is_prompt, is_promotion, recipient,
       recipient_hash, subject, body, created_at, due_at, expires_at)
     select 'out_' || n, 'ltr_' || n, $1, 'email', 'ticket_answered', false, false, $2::text, sha256($2::text::bytea), 's', 'b', $3, $3, $3
     from generate_series(1, $4::int) n`,
    [userId, email, outbox.clock.now(), 3 * ENDED_AT_ONCE],
  );
  outbox.clock.move(1);
  await answer(userId);
  const waiting = async () =>
    (await floor.database.query("select from notifications_outbox where state = 'waiting'")).length;
  // Two claims: one with the answer, one that finds nothing more.
  await outbox.mail();
  expect(smtp.mails).toHaveLength(1);
  expect(await waiting()).toBe(ENDED_AT_ONCE);
  expect(await tidyOutbox(outbox.parts)).toEqual(new Set([userId]));
  expect(await waiting()).toBe(0);
});

test("news that finds no room in its three days ends as over the limit, not as failed", async () => {
  await post({ mailsDaily: "2", smsDaily: "200" });
  // Words that make another letter one about security do not make news one.
  for (const { userId } of await readers(6)) await news(userId, NOT_YOU);
  await hours(4 * 24);
  expect(await newsEnds()).toEqual({ sent: 3, limited: 3 });
  const rows = await floor.database.query<{ problem: string | null; body: string | null }>(
    "select problem, body from notifications_outbox where state = 'dead'",
  );
  expect(rows).toEqual(
    Array.from({ length: 3 }, () => ({
      problem: "the installation's news of the day",
      body: null,
    })),
  );
});

test("news that was tried has its place, and is tried again on a day that is full", async () => {
  await post({ mailsDaily: "2", smsDaily: "200" });
  const [one, other] = await readers(2);
  if (!one || !other) throw new Error("nobody");
  await news(one.userId);
  smtp.mood = { kind: "answer", at: "RCPT", line: "451 4.3.0 later" };
  await outbox.mail();
  smtp.mood = { kind: "accept" };
  await post({ mailsDaily: "1", smsDaily: "200" });
  await news(other.userId);
  outbox.clock.move(MINUTE_MS);
  await outbox.mail();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[one.email]]);
  expect(await newsEnds()).toEqual({ sent: 1, waiting: 1 });
});

test("three SMS an hour and ten a day leave to one number, withdrawal codes among them", async () => {
  const { userId } = await reachableUser(floor.database);
  for (let count = 0; count < 2; count += 1)
    await sendCode(floor.database, { userId, now: outbox.clock.now() });
  for (let count = 0; count < 2; count += 1) await login(userId);
  await outbox.sms();
  expect(await ends(userId, "sms")).toEqual({ sent: 3, limited: 1 });
  for (let hour = 1; hour < 6; hour += 1) {
    outbox.clock.move(HOUR_MS);
    for (let count = 0; count < 3; count += 1) await login(userId);
    await outbox.sms();
  }
  expect(await ends(userId, "sms")).toEqual({ sent: 10, limited: 9 });
});

test("another account does not help to reach the same number more often, nor another number of the account", async () => {
  const [one, other] = [await reachableUser(floor.database), await reachableUser(floor.database)];
  for (const { userId } of [one, other, one, other]) await login(userId);
  await outbox.sms();
  expect(sms.sent).toHaveLength(3);
  await floor.database.query("delete from notifications_outbox");
  for (let number = 0; number < 4; number += 1) {
    await floor.database.query(
      "update notifications_recipients set phone = $2 where user_id = $1",
      [one.userId, `${PHONE}${number}`],
    );
    await login(one.userId);
  }
  await outbox.sms();
  expect(sms.sent).toHaveLength(3 + 3);
});

test("a hundred at once to one number are three", async () => {
  const { userId } = await reachableUser(floor.database);
  await Promise.all(Array.from({ length: 100 }, () => login(userId)));
  await Promise.all([outbox.sms(), outbox.sms(), outbox.sms()]);
  expect(sms.sent).toHaveLength(3);
  expect(await ends(userId, "sms")).toEqual({ sent: 3, limited: 97 });
});

test("an SMS of unknown outcome has used its place", async () => {
  const { userId } = await reachableUser(floor.database);
  sms.answer = () => {};
  for (let count = 0; count < 4; count += 1) await login(userId);
  for (let round = 0; round < 6; round += 1) {
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
  expect(await ends(userId, "sms")).toEqual({ sent: 3, limited: 1 });
});

test("the installation's SMS of a day are an end for everybody", async () => {
  await post({ mailsDaily: "5000", smsDaily: "2" });
  for (let count = 0; count < 3; count += 1) {
    const { userId } = await reachableUser(floor.database, { phone: `${PHONE}${count}` });
    await login(userId);
  }
  await outbox.sms();
  expect(sms.sent).toHaveLength(2);
});
