/**
 * Tests that news is sent after all other messages and uses at most half of the daily limit. News
 * above the limit waits without an attempt until it expires.
 */
import { beforeEach, expect, test } from "vitest";
import type { TestDatabase } from "../../../test/support/servers/database.ts";
import {
  endsOf,
  outboxForEachTest,
  postMessageLimits,
  reachableUser,
  sendCode,
  writeMessage,
  type Outbox,
} from "../../../test/support/servers/outbox.ts";
import type { SmtpSink } from "../../../test/support/fakes/smtp-sink.ts";
import { NOT_YOU } from "../messages/template.ts";
import { ENDED_AT_ONCE } from "./ended-rows.ts";
import { tidyOutbox } from "./tidy-outbox.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let installation: TestDatabase;
let smtp: SmtpSink;
let outbox: Outbox;
outboxForEachTest((deps) => ({ installation, smtp, outbox } = deps));
beforeEach(() => postMessageLimits(installation.database));

const write = (userId: string, template: "new_login" | "ticket_answered") =>
  writeMessage({ installation, outbox }, { userId, template });
const news = (userId: string, text = "t") =>
  writeMessage(
    { installation, outbox },
    { userId, template: "news", values: { title: "T", text } },
  );
const readers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => reachableUser(installation.database)));

/** Runs `count` rounds, one per hour. */
async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    outbox.clock.move(HOUR_MS);
    await outbox.mail();
  }
}

/** Returns the number of this test's news messages in each final state. */
async function newsEnds() {
  const rows = await installation.database.query<{ delivery: string; count: number }>(
    `select delivery, count(*)::int as count from notifications_messages
     where id in (select message_id from notifications_outbox where is_promotion) group by delivery`,
  );
  return Object.fromEntries(rows.map(({ delivery, count }) => [delivery, count]));
}

test("news is claimed after all other messages, even those written later", async () => {
  const people = await readers(8);
  for (const { userId } of people) await news(userId);
  const other = await reachableUser(installation.database);
  await write(other.userId, "ticket_answered");
  await write(other.userId, "new_login");
  const subjects: string[] = [];
  await outbox.mail({
    async send({ subject }) {
      subjects.push(subject);
      return { outcome: "accepted" };
    },
    close() {},
  });
  expect(subjects).toHaveLength(10);
  expect(subjects.slice(0, 5)).toEqual(
    expect.arrayContaining([expect.stringContaining("Support answered"), "New login"]),
  );
});

test("news uses at most half of the daily limit", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "4" });
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

test("with a daily limit of one e-mail, news is sent if there is no other e-mail", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "1" });
  for (const { userId } of await readers(2)) await news(userId);
  await outbox.mail();
  expect(await newsEnds()).toEqual({ sent: 1, waiting: 1 });
});

test("half of the daily limit is reserved for ordinary messages", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "6" });
  const people = await readers(6);
  for (const { userId } of people) await news(userId);
  await outbox.mail();
  const waiting = await installation.database.query<{ userId: string }>(
    `select user_id as "userId" from notifications_outbox where channel = 'email' and state = 'waiting'`,
  );
  expect(waiting).toHaveLength(3);
  for (const { userId } of waiting) await write(userId, "ticket_answered");
  await outbox.mail();
  for (const { userId } of waiting)
    expect(await endsOf(installation.database, { userId, channel: "email" })).toEqual({
      sent: 1,
      waiting: 1,
    });
});

test("a code is sent while news waits for the daily limit", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "2" });
  const people = await readers(8);
  for (const { userId } of people) await news(userId);
  await outbox.mail();
  const waiting = () =>
    installation.database.query(
      "select id, xmin::text, due_at from notifications_outbox where channel = 'email' and state = 'waiting' order by seq",
    );
  const before = await waiting();
  expect(before).toHaveLength(7);
  await hours(20);
  await sendCode(installation.database, {
    userId: (await readers(1))[0]?.userId ?? "",
    now: outbox.clock.now(),
  });
  await outbox.mail();
  expect(smtp.mails).toHaveLength(2);
  expect(await waiting()).toEqual(before);
});

test("expired messages are ended in batches without being sent", async () => {
  const { userId, email } = await reachableUser(installation.database, { phone: null });
  await installation.database.query(
    `insert into notifications_outbox (id, message_id, user_id, channel, template, is_prompt, is_promotion, recipient,
       recipient_hash, subject, body, created_at, due_at, expires_at)
     select 'out_' || n, 'ltr_' || n, $1, 'email', 'ticket_answered', false, false, $2::text, sha256($2::text::bytea), 's', 'b', $3, $3, $3
     from generate_series(1, $4::int) n`,
    [userId, email, outbox.clock.now(), 3 * ENDED_AT_ONCE],
  );
  outbox.clock.move(1);
  await write(userId, "ticket_answered");
  const waiting = async () =>
    (await installation.database.query("select from notifications_outbox where state = 'waiting'"))
      .length;
  // The outbox claims twice: the first claim sends the answer, the second finds nothing.
  await outbox.mail();
  expect(smtp.mails).toHaveLength(1);
  expect(await waiting()).toBe(ENDED_AT_ONCE);
  expect(await tidyOutbox(outbox.deps)).toEqual(new Set([userId]));
  expect(await waiting()).toBe(0);
});

test("news that waits three days for the daily limit ends as limited, not as failed", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "2" });
  // The text NOT_YOU makes any message except news urgent.
  for (const { userId } of await readers(6)) await news(userId, NOT_YOU);
  await hours(4 * 24);
  expect(await newsEnds()).toEqual({ sent: 3, limited: 3 });
  const rows = await installation.database.query<{ problem: string | null; body: string | null }>(
    "select problem, body from notifications_outbox where state = 'dead'",
  );
  expect(rows).toEqual(
    Array.from({ length: 3 }, () => ({
      problem: "daily news limit of the installation",
      body: null,
    })),
  );
});

test("news that was attempted once is retried even if the daily limit is used up", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "2" });
  const [one, other] = await readers(2);
  if (!one || !other) throw new Error("nobody");
  await news(one.userId);
  smtp.mood = { kind: "answer", at: "RCPT", line: "451 4.3.0 later" };
  await outbox.mail();
  smtp.mood = { kind: "accept" };
  await postMessageLimits(installation.database, { mailsDaily: "1" });
  await news(other.userId);
  outbox.clock.move(MINUTE_MS);
  await outbox.mail();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[one.email]]);
  expect(await newsEnds()).toEqual({ sent: 1, waiting: 1 });
});
