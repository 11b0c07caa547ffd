/**
 * Tests sending e-mail to a real SMTP server: which messages arrive, are retried or are abandoned,
 * and what remains in the database.
 */
import { expect, test } from "vitest";
import { closeMailbox, deliver, outboxFigures } from "#notifications";
import { PRACTICE_LABEL } from "#platform";
import type { TestDatabase } from "../../../test/support/servers/database.ts";
import {
  reachableUser,
  sendCode,
  SITE_URL,
  outboxForEachTest,
  testOutbox,
  type Outbox,
} from "../../../test/support/servers/outbox.ts";
import type { SmsSink } from "../../../test/support/fakes/sms-sink.ts";
import { headerOf, partOf, type SmtpSink } from "../../../test/support/fakes/smtp-sink.ts";
import { deleteDone } from "./ended-rows.ts";

let installation: TestDatabase;
let smtp: SmtpSink;
let sms: SmsSink;
let outbox: Outbox;
outboxForEachTest((deps) => ({ installation, smtp, sms, outbox } = deps));

const rows = () =>
  installation.database.query(
    "select *, outbox::text as everything from notifications_outbox outbox order by seq",
  );
const deliveries = async (userId: string) =>
  (
    await installation.database.query<{ delivery: string | null }>(
      "select delivery from notifications_messages where user_id = $1 and template <> 'welcome' order by id",
      [userId],
    )
  ).map(({ delivery }) => delivery);
const news = (userId: string, title = "News") =>
  installation.database.transaction((tx) =>
    deliver(tx, {
      userId,
      template: "news",
      values: { title, text: `Read ${SITE_URL}/support.` },
      now: outbox.clock.now(),
    }),
  );

test("an e-mail arrives with both parts and the practice label", async () => {
  const { userId, email } = await reachableUser(installation.database);
  await news(userId, "Two\r\nBcc: eve@example.org\r\nlines");
  expect(await outbox.mail()).toEqual(new Set([userId]));
  const [mail] = smtp.mails;
  if (!mail) throw new Error("no mail arrived");
  expect([mail.from, mail.to]).toEqual(["installation@hashfloor.test", [email]]);
  expect(headerOf(mail, "subject")).toBe(`Two Bcc: eve@example.org lines [${PRACTICE_LABEL}]`);
  expect(headerOf(mail, "bcc")).toBeUndefined();
  expect(headerOf(mail, "list-unsubscribe")).toBe(`<${SITE_URL}/settings>`);
  expect(headerOf(mail, "auto-submitted")).toBe("auto-generated");
  expect(mail.messageId).toMatch(/^<out_[0-9a-f]{32}@hashfloor\.test>$/);
  expect(partOf(mail, "text/plain")).toContain(`${PRACTICE_LABEL}\n\nRead ${SITE_URL}/support.`);
  const html = partOf(mail, "text/html");
  expect(html).toContain(PRACTICE_LABEL);
  expect(html).toContain(`<a href="${SITE_URL}/support">${SITE_URL}/support</a>.`);
  expect(await deliveries(userId)).toEqual(["sent"]);
});

test("only promotions have an unsubscribe header", async () => {
  const { userId } = await reachableUser(installation.database);
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  await outbox.mail();
  const [mail] = smtp.mails;
  expect(mail && headerOf(mail, "list-unsubscribe")).toBeUndefined();
});

test("a code sent by e-mail remains neither in the outbox nor in the mailbox", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  await sendCode(installation.database, { userId, code: "864209", now: outbox.clock.now() });
  await outbox.mail();
  const [mail] = smtp.mails;
  expect(mail && partOf(mail, "text/plain")).toContain("864209");
  const [message] = await installation.database.query<{ body: string }>(
    "select body from notifications_messages where user_id = $1 and template = 'security_code'",
    [userId],
  );
  expect(message?.body).toContain("(in the e-mail only)");
  expect(message?.body).not.toContain("864209");
  const [row] = await rows();
  expect(row).toMatchObject({ state: "sent", body: null, subject: null, recipient: null });
  expect(row?.["everything"]).not.toContain("864209");
});

test("a rolled-back transaction sends no message", async () => {
  const { userId } = await reachableUser(installation.database);
  const undone = installation.database.transaction(async (tx) => {
    await deliver(tx, {
      userId,
      template: "administrator_added",
      values: { at: "now" },
      now: new Date(),
    });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await rows()).toEqual([]);
});

test.each(["RCPT", "DATA"] as const)(
  "a message that the server permanently refuses at %s is abandoned",
  async (at) => {
    const { userId } = await reachableUser(installation.database);
    smtp.mood = { kind: "answer", at, line: "550 5.1.1 no such user <secret@example.org>" };
    await news(userId);
    await outbox.mail();
    const [row] = await rows();
    expect(row).toMatchObject({ state: "dead", attempts: 1, body: null });
    expect(row?.["problem"]).toMatch(/^mail server: E[A-Z]+ 550$/);
    expect(await deliveries(userId)).toEqual(["failed"]);
    expect((await outboxFigures(installation.database, outbox.clock.now())).email).toMatchObject({
      waiting: 0,
      deadInDay: 1,
      lastProblem: row?.["problem"],
    });
  },
);

test.each([
  { kind: "answer", at: "RCPT", line: "451 4.7.1 greylisted" },
  { kind: "answer", at: "MAIL", line: "550 5.4.5 daily quota exceeded" },
  { kind: "silent", at: "greeting" },
  { kind: "silent", at: "RCPT" },
  { kind: "silent-after" },
] as const)("$kind $at: the message is sent again with the same id", async (mood) => {
  const { userId } = await reachableUser(installation.database);
  smtp.mood = mood;
  await news(userId);
  await outbox.mail();
  expect((await rows())[0]).toMatchObject({ state: "waiting", attempts: 1, claim_id: null });
  const figures = await outboxFigures(installation.database, outbox.clock.now());
  expect(figures.email).toMatchObject({ waiting: 1, deadInDay: 0 });
  smtp.mood = { kind: "accept" };
  await outbox.mail();
  expect((await rows())[0], "before the pause is over").toMatchObject({ attempts: 1 });
  outbox.clock.move(10_000);
  await outbox.mail();
  expect((await rows())[0]).toMatchObject({ state: "sent", attempts: 2 });
  const ids = smtp.mails.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(mood.kind === "silent-after" ? 2 : 1);
  expect(new Set(ids).size).toBe(1);
});

test("a code that cannot be sent within its ten minutes is never sent", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  outbox.clock.move(10 * 60_000 + 1);
  await outbox.mail();
  expect(smtp.mails).toEqual([]);
  expect((await rows())[0]).toMatchObject({ state: "dead", problem: "expired", body: null });
});

test("messages to one address arrive in order, even if the first one is delayed", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  const codes = ["111111", "222222", "333333"];
  for (const code of codes)
    await sendCode(installation.database, { userId, code, now: outbox.clock.now() });
  smtp.mood = { kind: "answer", at: "RCPT", line: "451 4.3.0 later" };
  await outbox.mail();
  smtp.mood = { kind: "accept" };
  outbox.clock.move(10_000);
  await outbox.mail();
  expect(smtp.mails.map((mail) => /\d{6}/.exec(partOf(mail, "text/plain"))?.[0])).toEqual(codes);
});

test("a delayed message does not hold up messages to other addresses", async () => {
  const [one, other] = [
    await reachableUser(installation.database),
    await reachableUser(installation.database),
  ];
  await news(one.userId);
  smtp.mood = { kind: "answer", at: "RCPT", line: "451 4.3.0 later" };
  await outbox.mail();
  smtp.mood = { kind: "accept" };
  await news(other.userId);
  await outbox.mail();
  expect(smtp.mails.map(({ to }) => to)).toEqual([[other.email]]);
});

test("two concurrent processes send each message once", async () => {
  const people = await Promise.all(
    Array.from({ length: 40 }, () => reachableUser(installation.database)),
  );
  for (const { userId } of people) await news(userId);
  await Promise.all([outbox.mail(), outbox.mail(), outbox.mail(), outbox.mail()]);
  expect(smtp.mails).toHaveLength(40);
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(40);
  expect(smtp.connections.most).toBeLessThanOrEqual(5);
});

test("a process cannot store an outcome after its claim has expired", async () => {
  const { userId } = await reachableUser(installation.database);
  await news(userId);
  let isSecond = false;
  const transport = {
    async send() {
      if (!isSecond) {
        isSecond = true;
        // Simulates a process that stalls until its claim has expired, so that another process
        // sends the message.
        outbox.clock.move(6 * 60_000);
        await outbox.mail();
      }
      return { outcome: "refused", problem: "late" } as const;
    },
    close() {},
  };
  await outbox.mail(transport);
  expect((await rows())[0]).toMatchObject({ state: "sent", attempts: 2 });
  expect(await deliveries(userId)).toEqual(["sent"]);
});

test("with requireTLS, no message is sent to a server without TLS", async () => {
  const { userId } = await reachableUser(installation.database);
  const strict = await testOutbox(installation.database, {
    smtpUrl: `${smtp.url}&requireTLS=true`,
    smsUrl: sms.url,
  });
  await news(userId);
  await strict.mail();
  strict.close();
  expect(smtp.mails).toEqual([]);
  expect((await rows())[0]).toMatchObject({ state: "waiting", attempts: 1 });
  expect((await rows())[0]?.["problem"]).toMatch(/^mail server: E/);
});

test("pending messages of a deleted user are neither sent nor kept", async () => {
  const { userId, email } = await reachableUser(installation.database);
  await news(userId);
  await installation.database.transaction((tx) => closeMailbox(tx, userId));
  await outbox.mail();
  expect(smtp.mails).toEqual([]);
  const [row] = await rows();
  expect(row).toMatchObject({ state: "dead", problem: "the user was deleted" });
  expect(row?.["everything"]).not.toContain(email);
});

test("sent and abandoned messages are deleted after some days", async () => {
  const [one, other] = [
    await reachableUser(installation.database),
    await reachableUser(installation.database),
  ];
  await news(one.userId);
  await outbox.mail();
  smtp.mood = { kind: "answer", at: "RCPT", line: "550 5.1.1 no such user" };
  await news(other.userId);
  await outbox.mail();
  const sweep = (days: number) =>
    deleteDone(installation.database, {
      sentBefore: new Date(outbox.clock.now().getTime() - days * 86_400_000),
      deadBefore: new Date(outbox.clock.now().getTime() - 3 * days * 86_400_000),
    });
  await sweep(1);
  expect(await rows()).toHaveLength(2);
  outbox.clock.move(2 * 86_400_000);
  await sweep(1);
  expect(await rows()).toMatchObject([{ state: "dead" }]);
});
