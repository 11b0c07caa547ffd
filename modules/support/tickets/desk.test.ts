/**
 * Tests the support desk: only administrators can answer, each answer is stored once, an answer to
 * an outdated thread is refused, and users can reply only in their own tickets.
 */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signUp } from "../../../test/support/servers/sign-in-server.ts";
import { HELLO, ticketDesk } from "../../../test/support/people/tickets.ts";

const desk = ticketDesk();

test("users cannot access the support desk", async () => {
  const { body: ticket } = await desk.file(HELLO);
  const answer = { message: "Hello", seenMessageId: `msg_${"0".repeat(32)}` };
  for (const [bearer, status] of [
    ["", 401],
    [desk.writer.token, 403],
  ] as const) {
    expect((await desk.atDesk("GET", "", bearer)).status).toBe(status);
    expect((await desk.atDesk("POST", `/${ticket.id}/answers`, bearer, answer)).status).toBe(
      status,
    );
  }
  for (const id of ["x", `tkt_${"0".repeat(32)}`])
    expect(await desk.atDesk("POST", `/${id}/answers`, desk.admin, answer)).toMatchObject({
      status: 404,
      body: { code: "ticket_not_found" },
    });
  expect((await desk.answer(ticket.id, { message: " " })).status).toBe(400);
  expect((await desk.answer(ticket.id, { ...answer, seenMessageId: "x" })).status).toBe(400);
});

test("an answer is stored once and can close the ticket", async () => {
  const { body: ticket } = await desk.file(HELLO);
  const open = await desk.atDesk("GET", "?state=open", desk.admin);
  const { email, userId } = desk.writer;
  expect(open.body.items.find(({ id }) => id === ticket.id)).toMatchObject({ email, userId });
  const seenMessageId = ticket.messages[0]?.id;
  const answer = { message: "After six blocks.", seenMessageId, requestId: randomUUID() };
  await desk.atDesk("POST", `/${ticket.id}/answers`, desk.admin, answer);
  const again = await desk.atDesk("POST", `/${ticket.id}/answers`, desk.admin, answer);
  expect(again.body).toMatchObject({ state: "answered", email });
  const [mine] = (await desk.list()).body.items;
  expect(mine?.messages).toMatchObject([
    { author: "user", text: HELLO.message },
    { author: "administrator", text: answer.message },
  ]);
  const notifications = await desk.server.deps.database.query<{ subject: string }>(
    "select subject from notifications_messages where user_id = $1 and template = 'ticket_answered'",
    [userId],
  );
  expect(notifications).toEqual([{ subject: "Support answered: Deposit" }]);
  const last = { message: "Done.", isLast: true };
  const closed = await desk.answer(ticket.id, last);
  expect(closed.body.state).toBe("closed");
  const still = await desk.atDesk("GET", "?state=open", desk.admin);
  expect(still.body.items.map(({ id }) => id)).not.toContain(ticket.id);
});

test("repeating an answer as the last one closes the ticket", async () => {
  const answer = { message: "After six blocks.", requestId: randomUUID() };
  const { body: ticket } = await desk.file(HELLO);
  await desk.answer(ticket.id, answer);
  const closed = await desk.answer(ticket.id, { ...answer, isLast: true });
  expect(closed.body).toMatchObject({ state: "closed", messages: [{}, { text: answer.message }] });
  await desk.reply(ticket.id, { message: "Not quite." });
  const open = await desk.answer(ticket.id, { ...answer, isLast: true });
  expect(open.body.state).toBe("open");
});

test("a user's reply reopens the ticket", async () => {
  const { body: ticket } = await desk.file(HELLO);
  await desk.answer(ticket.id, { message: "Done.", isLast: true });
  const body = { message: "Not quite.", requestId: randomUUID() };
  const [first] = await Promise.all([desk.reply(ticket.id, body), desk.reply(ticket.id, body)]);
  expect(first.body.state).toBe("open");
  const [mine] = (await desk.list()).body.items;
  expect(mine?.messages.map(({ text }) => text)).toEqual([HELLO.message, "Done.", "Not quite."]);
  const missing = { status: 404, body: { code: "ticket_not_found" } };
  const stranger = await signUp(desk.server);
  const mineToo = { message: "Mine?" };
  for (const bearer of [stranger.session.access_token, desk.admin])
    expect(await desk.reply(ticket.id, mineToo, bearer)).toMatchObject(missing);
  expect(await desk.reply(`tkt_${"0".repeat(32)}`, mineToo)).toMatchObject(missing);
  expect((await desk.reply(ticket.id, { message: "  " })).status).toBe(400);
});

describe("answers to an outdated thread", () => {
  const movedOn = {
    status: 409,
    body: {
      code: "ticket_moved_on",
      title: "New message",
      detail:
        "This ticket has a new message, so your answer was not sent. Read it, then send your answer again.",
    },
  };
  const stateOf = async (id: string) => (await desk.atDesk("GET", `/${id}`, desk.admin)).body;

  test("an answer is refused if the user has written in the meantime", async () => {
    const { body: ticket } = await desk.file(HELLO);
    const seenMessageId = ticket.messages[0]?.id;
    await desk.reply(ticket.id, { message: "Wait, one more thing." });
    const last = { message: "Done.", isLast: true, requestId: randomUUID() };
    const path = `/${ticket.id}/answers`;
    expect(await desk.atDesk("POST", path, desk.admin, { ...last, seenMessageId })).toMatchObject(
      movedOn,
    );
    const { state, messages } = await stateOf(ticket.id);
    expect(state).toBe("open");
    expect(messages.map(({ text }) => text)).toEqual([HELLO.message, "Wait, one more thing."]);
    const notifications = await desk.server.deps.database.query(
      "select from notifications_messages where user_id = $1 and template = 'ticket_answered'",
      [desk.writer.userId],
    );
    expect(notifications).toEqual([]);
    // The same answer is accepted once the new message has been read.
    expect((await desk.answer(ticket.id, last)).body.state).toBe("closed");
  });

  test("an answer is refused if another administrator answered concurrently", async () => {
    const { body: ticket } = await desk.file(HELLO);
    const seenMessageId = ticket.messages[0]?.id;
    const answers = await Promise.all(
      ["One", "Two"].map((message) =>
        desk.atDesk("POST", `/${ticket.id}/answers`, desk.admin, { message, seenMessageId }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(movedOn);
    expect((await stateOf(ticket.id)).messages).toHaveLength(2);
  });
});

test("a requestId that was used for another message is refused", async () => {
  const [{ body: one }, { body: other }] = [await desk.file(HELLO), await desk.file(HELLO)];
  const body = { message: "Still waiting.", requestId: randomUUID() };
  const reused = { status: 422, body: { code: "request_reused" } };
  expect((await desk.reply(one.id, body)).status).toBe(200);
  expect((await desk.reply(one.id, body)).status).toBe(200);
  expect(await desk.reply(other.id, body)).toMatchObject(reused);
  expect(await desk.reply(one.id, { ...body, message: "Something else." })).toMatchObject(reused);
  expect(await desk.file({ ...HELLO, requestId: body.requestId })).toMatchObject({ status: 422 });
  const messages = (await desk.list()).body.items.map((ticket) =>
    ticket.messages.map(({ text }) => text),
  );
  expect(messages).toEqual([[HELLO.message], [HELLO.message, "Still waiting."]]);
});
