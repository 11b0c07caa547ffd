/**
 * Tests a mail server that is down for minutes or days: which messages are retried and when, which
 * messages are abandoned, and that a failing message does not delay others.
 */
import { beforeEach, expect, test } from "vitest";
import type { TemplateName } from "#notifications";
import type { TestDatabase } from "../../../test/support/servers/database.ts";
import {
  outboxForEachTest,
  postMessageLimits,
  reachableUser,
  sendCode,
  writeMessage,
  type Outbox,
} from "../../../test/support/servers/outbox.ts";
import { headerOf, partOf, type SmtpSink } from "../../../test/support/fakes/smtp-sink.ts";
import { backOffMs, QUICK_ATTEMPTS } from "./back-off.ts";
import type { OutgoingMessage, Transport } from "./transport.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let installation: TestDatabase;
let smtp: SmtpSink;
let outbox: Outbox;
outboxForEachTest((deps) => ({ installation, smtp, outbox } = deps));

const SECURITY = [
  "password_changed",
  "withdrawal_requested",
  "administrator_added",
] as const satisfies TemplateName[];

beforeEach(() => postMessageLimits(installation.database));

const write = (userId: string, template: TemplateName) =>
  writeMessage({ installation, outbox }, { userId, template });
const rows = () =>
  installation.database.query<{ state: string; attempts: number; problem: string | null }>(
    "select state, attempts, problem from notifications_outbox where channel = 'email' order by seq",
  );

/** Returns a transport that refuses the messages selected by `isRefused`, by default all. */
function awayFor(isRefused: (message: OutgoingMessage) => boolean = () => true) {
  const tried: OutgoingMessage[] = [];
  const transport: Transport = {
    async send(message) {
      tried.push(message);
      return isRefused(message) ? { outcome: "unclear", problem: "away" } : { outcome: "accepted" };
    },
    close() {},
  };
  return { transport, tried };
}

/** Runs a round every `everyMs` for `forMs`, as the worker does. */
async function live(forMs: number, everyMs: number, transport?: Transport): Promise<void> {
  for (let passedMs = 0; passedMs < forMs; passedMs += everyMs) {
    await outbox.mail(transport);
    outbox.clock.move(everyMs);
  }
}

test.each([2 * HOUR_MS, 2 * DAY_MS])(
  "security and ordinary e-mails arrive after an outage of %i ms",
  async (awayMs) => {
    const { userId } = await reachableUser(installation.database, { phone: null });
    for (const template of [...SECURITY, "ticket_answered"] as const) await write(userId, template);
    await live(awayMs, 10 * MINUTE_MS, awayFor().transport);
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(["waiting"]));
    await live(HOUR_MS + 10 * MINUTE_MS, 10 * MINUTE_MS);
    expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent", "sent", "sent"]);
    expect(smtp.mails).toHaveLength(4);
  },
);

test("a message is abandoned after three days without a server", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  for (const template of ["password_changed", "ticket_answered"] as const)
    await write(userId, template);
  const { transport, tried } = awayFor();
  await live(3 * DAY_MS - HOUR_MS, 30 * MINUTE_MS, transport);
  expect(await rows()).toMatchObject([{ state: "waiting" }, { state: "waiting" }]);
  await live(2 * HOUR_MS, 10 * MINUTE_MS, transport);
  expect(await rows()).toMatchObject([{ state: "dead" }, { state: "dead" }]);
  const count = tried.length;
  await live(DAY_MS, HOUR_MS, transport);
  expect(tried).toHaveLength(count);
});

test("a code is retried only until it expires", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  const { transport, tried } = awayFor();
  await live(9 * MINUTE_MS, 5 * SECOND_MS, transport);
  expect(await rows()).toMatchObject([{ state: "waiting" }]);
  expect(tried.length).toBeGreaterThan(QUICK_ATTEMPTS);
  await live(2 * MINUTE_MS, 5 * SECOND_MS, transport);
  expect(await rows()).toMatchObject([{ state: "dead" }]);
});

test("an undeliverable message does not delay a later code to the same address", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  await write(userId, "password_changed");
  const { transport: poisoned } = awayFor(({ subject }) => !subject.includes("security code"));
  await live(2 * HOUR_MS, MINUTE_MS, poisoned);
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  await outbox.mail(poisoned);
  expect(await rows()).toMatchObject([{ state: "waiting" }, { state: "sent" }]);
});

test("a new code is sent before older messages after a long outage", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  await write(userId, "password_changed");
  await live(5 * HOUR_MS, MINUTE_MS, awayFor().transport);
  await sendCode(installation.database, { userId, code: "975310", now: outbox.clock.now() });
  await outbox.mail();
  const code = smtp.mails.find((mail) => headerOf(mail, "subject")?.includes("security code"));
  expect(code && partOf(code, "text/plain")).toContain("975310");
});

test("messages retried for days count only towards the limits of their first day", async () => {
  await postMessageLimits(installation.database, { mailsDaily: "3" });
  const people = await Promise.all([1, 2, 3].map(() => reachableUser(installation.database)));
  for (const { userId } of people) await write(userId, "ticket_answered");
  const { transport } = awayFor();
  await live(10 * MINUTE_MS, MINUTE_MS, transport);
  const other = await reachableUser(installation.database);
  await write(other.userId, "ticket_answered");
  await outbox.mail(transport);
  const [limited] = (await rows()).slice(-1);
  expect(limited, "the day is full").toMatchObject({ state: "dead", attempts: 0 });
  await live(25 * HOUR_MS, HOUR_MS, transport);
  await write(other.userId, "ticket_answered");
  await outbox.mail();
  expect((await rows()).map(({ state }) => state)).toEqual([
    "sent",
    "sent",
    "sent",
    "dead",
    "sent",
  ]);
});

test("a retried SMS counts once, in the hour of its first attempt", async () => {
  const { userId } = await reachableUser(installation.database);
  const states = () =>
    installation.database.query<{ state: string }>(
      "select state from notifications_outbox where channel = 'sms' order by seq",
    );
  for (let count = 0; count < 3; count += 1) await write(userId, "new_login");
  const { transport } = awayFor();
  for (let round = 0; round < 300; round += 1) {
    await outbox.sms(transport);
    outbox.clock.move(MINUTE_MS);
  }
  await write(userId, "new_login");
  outbox.clock.move(HOUR_MS);
  await outbox.sms();
  expect(await states()).toEqual(Array.from({ length: 4 }, () => ({ state: "sent" })));
});

test("pauses stay short for a dozen urgent attempts, then grow to an hour at most", () => {
  const longest = (attempts: number, isPrompt: boolean, leftMs = 3 * DAY_MS) =>
    backOffMs({ attempts, isPrompt, leftMs }, (below) => below - 1);
  const first = [1, 2, 3, 4].map((attempts) => longest(attempts, true));
  expect(first).toEqual([5, 10, 20, 30].map((seconds) => seconds * SECOND_MS));
  expect(longest(QUICK_ATTEMPTS, true)).toBe(30 * SECOND_MS);
  expect(longest(QUICK_ATTEMPTS + 1, true)).toBe(MINUTE_MS);
  expect(longest(QUICK_ATTEMPTS + 7, true)).toBe(HOUR_MS);
  expect(longest(8, false)).toBe(640 * SECOND_MS);
  for (const attempts of [20, 1_000, 1_000_000])
    for (const isPrompt of [true, false]) expect(longest(attempts, isPrompt)).toBe(HOUR_MS);
  expect(longest(100, true, 20 * MINUTE_MS)).toBe(5 * MINUTE_MS);
  expect(longest(100, true, 0)).toBe(30 * SECOND_MS);
  expect(backOffMs({ attempts: 1, isPrompt: true, leftMs: DAY_MS }, () => 0)).toBe(2_500);
});

test("messages written while the clock was a day ahead are sent after its correction", async () => {
  const { userId } = await reachableUser(installation.database, { phone: null });
  const away = awayFor();
  outbox.clock.move(DAY_MS);
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  await write(userId, "deposit_credited");
  await outbox.mail(away.transport);
  expect(away.tried).toHaveLength(2);
  outbox.clock.move(-DAY_MS);
  await sendCode(installation.database, { userId, code: "975310", now: outbox.clock.now() });
  await outbox.mail();
  expect(smtp.mails).toHaveLength(3);
  expect(await rows()).toMatchObject([{ state: "sent" }, { state: "sent" }, { state: "sent" }]);
});
