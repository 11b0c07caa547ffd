/**
 * Tests tickets over HTTP: access, refusals, one ticket per click, and that users see only their
 * own tickets.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chatLimits, supportLimits } from "#api/limits";
import { deletePerson } from "#users";
import { nothingElsewhere } from "../../../test/support/fakes/nothing-in-other-modules.ts";
import { signUp } from "../../../test/support/servers/sign-in-server.ts";
import { HELLO, ticketDesk, tokenOf } from "../../../test/support/people/tickets.ts";

const HOUR_MS = 3_600_000;

const desk = ticketDesk();

describe("refusals", () => {
  test("a ticket without a session is refused", async () => {
    expect((await desk.file(HELLO, "")).status).toBe(401);
    expect((await desk.list("", "")).status).toBe(401);
  });

  test.each([
    ["no subject", { message: "Hello" }],
    ["a subject of spaces", { ...HELLO, subject: " \t " }],
    ["a message of spaces", { ...HELLO, message: " \n\n " }],
    ["a subject of two lines", { ...HELLO, subject: "one\r\nBcc: x@y.z" }],
    ["a NUL", { ...HELLO, message: "a\0b" }],
    ["a long subject", { ...HELLO, subject: "x".repeat(supportLimits.subjectMax + 1) }],
    ["a long message", { ...HELLO, message: "x".repeat(supportLimits.messageMax + 1) }],
    ["an unknown field", { ...HELLO, author: "administrator" }],
    ["a malformed requestId", { ...HELLO, requestId: "1" }],
  ])("a ticket is refused: %s", async (_, body) => {
    expect((await desk.file(body)).status).toBe(400);
    expect((await desk.list()).body.items).toEqual([]);
  });

  test("a ticket of 64 KB is refused", async () => {
    const { status } = await desk.file({ ...HELLO, message: "x".repeat(65_536) });
    expect(status).toBe(413);
    expect((await desk.list()).body.items).toEqual([]);
  });

  test("a malformed cursor is refused", async () => {
    expect(await desk.list("?cursor=x")).toMatchObject({
      status: 400,
      body: { code: "bad_cursor" },
    });
  });
});

test("no ticket is stored for a user who is deleted during the request", async () => {
  const { database } = desk.server.deps;
  const { userId } = desk.writer;
  expect((await desk.list()).status).toBe(200);
  await database.transaction((tx) =>
    deletePerson(tx, { userId, now: new Date(), rules: nothingElsewhere }),
  );
  expect(await desk.file(HELLO)).toMatchObject({ status: 401, body: { code: "session_ended" } });
  expect(await database.query("select from support_tickets where user_id = $1", [userId])).toEqual(
    [],
  );
});

test("a ticket is stored verbatim and confirmed by a notification", async () => {
  const message = '<img src=x onerror="alert(1)"> javascript:alert(1)\nsecond line';
  const { status, body } = await desk.file({ subject: "  Help  ", message });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    subject: "Help",
    state: "open",
    messages: [{ author: "user", text: message }],
  });
  expect((await desk.list()).body.items).toEqual([body]);
  const [notification] = await desk.server.deps.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages where user_id = $1 and template = 'ticket_received'",
    [desk.writer.userId],
  );
  // The notification does not quote the ticket. Otherwise an attacker could sign up with a
  // stranger's address and send any text to it.
  expect(notification?.subject).toBe("We have your message");
  expect(notification?.body).toContain("Support will reply within 24 hours");
  expect(notification?.body).not.toMatch(/Help|alert|tkt_/);
});

test("a repeated request opens only one ticket, even concurrently", async () => {
  const body = { ...HELLO, requestId: randomUUID() };
  const [first, second] = await Promise.all([desk.file(body), desk.file(body)]);
  expect(second.body).toEqual(first.body);
  expect((await desk.list()).body.items).toHaveLength(1);
  expect(await desk.file({ ...body, message: "Another" })).toMatchObject({
    status: 422,
    body: { code: "request_reused" },
  });
});

test("at most five tickets an hour are accepted, even concurrently", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => desk.file(HELLO)));
  const filed = answers.filter(({ status }) => status === 200);
  expect(filed).toHaveLength(supportLimits.ticketsPerHourMax);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { code: "too_many_tickets" },
  });
  const other = await signUp(desk.server);
  expect((await desk.file(HELLO, other.session.access_token)).status).toBe(200);
  desk.server.clock.move(HOUR_MS);
  // Get a new access token, because the previous one has expired after an hour.
  expect((await desk.file(HELLO, await tokenOf(desk))).status).toBe(200);
});

test("tickets, replies and chat share one daily limit", async () => {
  const { body: ticket } = await desk.file(HELLO);
  const { deps, clock } = desk.server;
  const { messagesPerDayMax } = chatLimits;
  await deps.database.query(
    "update users_rate_counters set count = $2 where key = 'support-day/' || $1",
    [desk.writer.userId, messagesPerDayMax - 2],
  );
  expect((await desk.file(HELLO)).status).toBe(200);
  expect((await desk.reply(ticket.id, { message: "One more" })).status).toBe(200);
  const refused = { status: 429, body: { code: "too_many_messages_today" } };
  expect(await desk.reply(ticket.id, { message: "Too many" })).toMatchObject(refused);
  expect(await desk.file(HELLO)).toMatchObject(refused);
  clock.move(24 * HOUR_MS);
  expect((await desk.file(HELLO, await tokenOf(desk))).status).toBe(200);
});

test("a user's own tickets are listed in pages, newest first", async () => {
  for (const subject of ["one", "two", "three"]) await desk.file({ ...HELLO, subject });
  const { body: first } = await desk.list("?limit=2");
  expect(first.items.map(({ subject }) => subject)).toEqual(["three", "two"]);
  const { body: second } = await desk.list(`?limit=2&cursor=${first.nextCursor}`);
  expect(second.items.map(({ subject }) => subject)).toEqual(["one"]);
  expect(second.nextCursor).toBeNull();
  const other = await signUp(desk.server);
  expect((await desk.list("", other.session.access_token)).body.items).toEqual([]);
});
