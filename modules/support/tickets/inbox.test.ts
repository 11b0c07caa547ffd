/**
 * Tests the inbox, which lists tickets and conversations together, filtered by state and in pages.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Queryable } from "#platform";
import { findInbox } from "./inbox-table.ts";
import { message, newVisitor, openChat } from "../../../test/support/people/chat.ts";

const { answer, ask, chat, chatOf, send, sendAsVisitor, visitorSees } = openChat();

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly email: string | null;
  readonly subject: string | null;
  readonly state: string;
  readonly lastText: string;
  readonly unreadCount: number;
}

async function inbox(query = "") {
  const { status, body } = await ask("GET", `/admin/support/inbox${query}`, { bearer: chat.boss });
  return { status, ...(body as unknown as { items: Item[]; nextCursor: string | null }) };
}

async function file(subject: string): Promise<string> {
  const body = { subject, message: `About ${subject}`, requestId: randomUUID() };
  const { body: ticket } = await ask("POST", "/support/tickets", { bearer: chat.token, body });
  return (ticket as unknown as { id: string }).id;
}

async function answerTicket(ticketId: string, isLast = false): Promise<void> {
  const bearer = chat.boss;
  const path = `/admin/support/tickets/${ticketId}`;
  const { messages } = (await ask("GET", path, { bearer })).body as unknown as {
    messages: readonly { id: string }[];
  };
  const body = { message: "Done.", seenMessageId: messages.at(-1)?.id, isLast };
  expect((await ask("POST", `${path}/answers`, { bearer, body })).status).toBe(200);
}

test("tickets and conversations are listed together by state", async () => {
  const ticketId = await file("Deposit");
  await send(message("In the chat"));
  await send(message("And more"));
  const chatId = await chatOf();
  const visitorToken = newVisitor();
  await sendAsVisitor(visitorToken, "From outside");
  const visitors = (await visitorSees(visitorToken)).body.chatId;
  const { email } = chat.person;
  expect((await inbox()).items).toMatchObject([
    { kind: "chat", id: visitors, email: null, subject: null, unreadCount: 1, state: "open" },
    { kind: "chat", id: chatId, email, lastText: "And more", unreadCount: 2, state: "open" },
    { kind: "ticket", id: ticketId, email, subject: "Deposit", lastText: "About Deposit" },
  ]);
  await answerTicket(ticketId);
  await answer(visitors, "Hello");
  await answer(chatId, "Good day");
  expect((await inbox()).items).toEqual([]);
  const answered = (await inbox("?state=answered")).items;
  expect(answered.map(({ id }) => id)).toEqual([chatId, visitors, ticketId]);
  await answerTicket(ticketId, true);
  expect((await inbox("?state=closed")).items).toMatchObject([{ id: ticketId, state: "closed" }]);
  const all = (await inbox("?state=all")).items;
  expect(all.map(({ id }) => id)).toEqual([ticketId, chatId, visitors]);
});

test("paging through tickets and conversations is complete and in order", async () => {
  const ids: string[] = [];
  for (const subject of ["one", "two", "three"]) ids.push(await file(subject));
  await send(message("Hello"));
  ids.push(await chatOf());
  const listedIds: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const next: Awaited<ReturnType<typeof inbox>> = await inbox(
      `?state=all&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    listedIds.push(...next.items.map(({ id }) => id));
    cursor = next.nextCursor;
  }
  expect(listedIds.slice(0, 4)).toEqual(ids.toReversed());
  expect(new Set(listedIds).size).toBe(listedIds.length);
  expect((await inbox("?cursor=x")).status).toBe(400);
});

test("only administrators can read a ticket's thread in the inbox", async () => {
  const ticketId = await file("Deposit");
  const see = (bearer: string, id = ticketId) =>
    ask("GET", `/admin/support/tickets/${id}`, { bearer });
  expect((await see(chat.boss)).body).toMatchObject({
    email: chat.person.email,
    messages: [{ text: "About Deposit" }],
  });
  expect((await see(chat.token)).status).toBe(403);
  expect((await see(chat.boss, `tkt_${"0".repeat(32)}`)).status).toBe(404);
  expect((await see(chat.boss, "x")).status).toBe(404);
});

test("open items are found by index, without a scan of answered items", async () => {
  const { database } = chat.server.deps;
  await database.transaction(async (tx) => {
    await tx.query(
      `with chats as (
         insert into support_chats (id, user_id, last_position, last_author, created_at, updated_at)
         select 'cht_many_' || n, gen_random_uuid(), 1, 'administrator', now(), now() + n * interval '1 second'
         from generate_series(1, 3000) as n returning id)
       insert into support_chat_messages (chat_id, position, author_kind, author_id, body, at, client_message_id)
       select id, 1, 'administrator', gen_random_uuid(), 'Hello', now(), gen_random_uuid() from chats`,
    );
    const lines: string[] = [];
    const explained: Queryable = {
      async query(text, values) {
        for (const row of await tx.query(`explain (analyze, costs off) ${text}`, values))
          lines.push(String(row["QUERY PLAN"]));
        return [];
      },
    };
    await findInbox(explained, { state: "open", before: undefined, limit: 20 });
    expect(lines.join("\n")).toContain("support_chats_inbox");
    expect(lines.join("\n")).not.toContain("Removed by");
    await tx.query("delete from support_chats where id like 'cht_many_%'");
  });
});
