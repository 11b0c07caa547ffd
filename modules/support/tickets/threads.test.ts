/**
 * Tests long threads: their length is limited, lists show the newest messages, and older messages
 * are read in pages.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { supportLimits } from "#api/limits";
import { signUp } from "../../../test/support/servers/sign-in-server.ts";
import { HELLO, ticketDesk, type Ticket } from "../../../test/support/people/tickets.ts";

const desk = ticketDesk();

/** Creates a ticket with the given number of messages. The text of each message is its number. */
const longTicket = async (messages: number): Promise<string> => {
  const { body: ticket } = await desk.file({ ...HELLO, message: "1" });
  await desk.server.deps.database.query(
    `insert into support_messages (id, ticket_id, author_kind, author_id, body, at)
     select left(first.id, 16) || 'f' || lpad(to_hex(number), 19, '0'), $1, 'user', $2, number::text, first.at
     from support_messages first, generate_series(2, $3::int) number where first.ticket_id = $1`,
    [ticket.id, desk.writer.userId, messages],
  );
  desk.server.clock.move(1);
  return ticket.id;
};
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
const textsOf = ({ messages }: Ticket) => messages.map(({ text }) => text);
const full = supportLimits.messagesPerTicketMax;

test("a thread with 200 messages refuses replies but accepts support's answers", async () => {
  const id = await longTicket(full - 1);
  const last = { message: String(full), requestId: randomUUID() };
  expect((await desk.reply(id, last)).status).toBe(200);
  expect(await desk.reply(id, { message: "One more" })).toMatchObject({
    status: 409,
    body: {
      code: "ticket_full",
      title: "Ticket full",
      detail: "A ticket can have at most 200 messages. This reply was not sent. Open a new ticket.",
    },
  });
  // A repeated message that was already accepted is not refused.
  expect((await desk.reply(id, last)).status).toBe(200);
  desk.server.clock.move(1);
  await desk.answer(id, { message: "The end.", isLast: true });
  expect(await desk.reply(id, { message: "One more" })).toMatchObject({
    body: { code: "ticket_full" },
  });
  const [mine] = (await desk.list()).body.items;
  expect(mine).toMatchObject({ state: "closed" });
  expect(mine?.messages.at(-1)?.text).toBe("The end.");
});

test("lists show only the newest messages of a thread", async () => {
  const long = full + 5;
  const id = await longTicket(long);
  const end = numbers(long - supportLimits.messagesInList + 1, long);
  const [mine] = (await desk.list()).body.items;
  expect(mine && textsOf(mine)).toEqual(end);
  const open = await desk.atDesk("GET", "?state=open", desk.admin);
  expect(open.body.items.filter((one) => one.id === id).map(textsOf)).toEqual([end]);
  const texts: string[] = [];
  let cursor: string | null = null;
  do {
    const { body: page }: { body: Ticket } = await desk.thread(id, cursor);
    expect(page.messages.length).toBeLessThanOrEqual(supportLimits.messagesPerPage);
    const atDesk = await desk.atDesk(
      "GET",
      `/${id}${cursor === null ? "" : `?cursor=${cursor}`}`,
      desk.admin,
    );
    expect(textsOf(atDesk.body)).toEqual(textsOf(page));
    texts.unshift(...textsOf(page));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(texts).toEqual(numbers(1, long));
  expect((await desk.thread(id, "x")).status).toBe(400);
  const stranger = await signUp(desk.server);
  const theirs = await desk.file(HELLO, stranger.session.access_token);
  expect((await desk.thread(theirs.body.id, null)).status).toBe(404);
  expect((await desk.thread("x", null)).status).toBe(404);
});

test("a repeated request returns its ticket even if the thread is long", async () => {
  const body = { ...HELLO, message: "1", requestId: randomUUID() };
  const { body: ticket } = await desk.file(body);
  for (const text of numbers(2, supportLimits.messagesInList + 1))
    expect((await desk.reply(ticket.id, { message: text })).status).toBe(200);
  expect(await desk.file(body)).toMatchObject({ status: 200, body: { id: ticket.id } });
});
