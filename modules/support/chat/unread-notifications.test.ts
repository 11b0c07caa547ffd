/**
 * Tests an answer that a user with an open tab does not read. The user gets one notification after
 * ten minutes, and no other until the user reads or writes.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chatLimits } from "#api/limits";
import { silentLog } from "#platform";
import { writeUnreadNotifications } from "#support";
import { message, newVisitor, openChat } from "../../../test/support/people/chat.ts";
import { waitingForLocks } from "../../../test/support/servers/database.ts";

const {
  adopt,
  answer,
  ask,
  chat,
  chatOf,
  notifications,
  renewBoss,
  send,
  sendAsVisitor,
  visitorSees,
} = openChat();
const WAIT_MS = chatLimits.notifyAfterMinutes * 60_000;

let chatId: string;
let leave: () => Promise<void>;
beforeEach(async () => {
  await send(message("Hello"));
  chatId = await chatOf();
  leave = await chat.presence.enter({ userId: chat.person.userId, isAdmin: false });
});
afterEach(() => leave());

const look = () => writeUnreadNotifications(chat.server.deps);
const readTo = (position: number) =>
  ask("POST", "/chat/read", { bearer: chat.token, body: { position } });

/** Moves the clock while the tab stays open, and renews the presence as the server does. */
async function later(ms = WAIT_MS) {
  chat.server.clock.move(ms);
  await chat.presence.repeat();
}

test("an answer that stays unread for ten minutes creates one notification", async () => {
  expect(chatLimits.notifyAfterMinutes).toBe(10);
  await answer(chatId, "Good day");
  await later(WAIT_MS - 1_000);
  await look();
  expect(await notifications()).toEqual([]);
  await later(1_000);
  await look();
  await look();
  expect(await notifications()).toEqual(["Support answered in the chat"]);
  const [mail] = await chat.server.deps.database.query<{ body: string }>(
    "select body from notifications_messages where user_id = $1 and template = 'chat_answered'",
    [chat.person.userId],
  );
  expect(mail?.body).toContain("Good day");
});

test("a message that was written before sign-in allows another notification", async () => {
  await leave();
  await answer(chatId, "Good day");
  expect(await notifications()).toHaveLength(1);
  leave = await chat.presence.enter({ userId: chat.person.userId, isAdmin: false });
  const visitorToken = newVisitor();
  await sendAsVisitor(visitorToken, "It is me");
  await adopt(visitorToken);
  await answer(chatId, "Now I know");
  expect(await notifications()).toHaveLength(1);
  await later();
  await look();
  expect(await notifications()).toHaveLength(2);
});

test("a newer answer restarts the ten minutes", async () => {
  await answer(chatId, "Good day");
  await later(WAIT_MS / 2);
  await answer(chatId, "How can I help?");
  await later(WAIT_MS / 2);
  await look();
  expect(await notifications()).toEqual([]);
  await later(WAIT_MS / 2);
  await look();
  expect(await notifications()).toHaveLength(1);
});

describe("answers without a notification", () => {
  test("an answer that is read in time creates no notification", async () => {
    await answer(chatId, "Good day");
    await readTo(2);
    await later();
    await look();
    expect(await notifications()).toEqual([]);
  });

  test("an answer creates no notification if the user has written since", async () => {
    await answer(chatId, "Good day");
    await send(message("Thanks"));
    await later();
    await look();
    expect(await notifications()).toEqual([]);
  });

  test("an answer that notified an absent user creates no second notification", async () => {
    await leave();
    await answer(chatId, "Good day");
    expect(await notifications()).toHaveLength(1);
    await later();
    await look();
    expect(await notifications()).toHaveLength(1);
  });

  test("an answer to a visitor creates no notification", async () => {
    const visitor = newVisitor();
    await sendAsVisitor(visitor, "Hello");
    await answer((await visitorSees(visitor)).body.chatId, "Good day");
    await later();
    await expect(look()).resolves.toBeUndefined();
    expect(await notifications()).toEqual([]);
  });
});

test("old answers create no notification after a day of downtime", async () => {
  await answer(chatId, "Good day");
  await later(86_400_000);
  await look();
  expect(await notifications()).toEqual([]);
});

test("a user who read some of the answers is not notified about the others", async () => {
  await answer(chatId, "Good day");
  await answer(chatId, "How can I help?");
  await later();
  await look();
  await readTo(2);
  await look();
  expect(await notifications()).toHaveLength(1);
});

test("another answer creates no second notification until the user has read", async () => {
  await answer(chatId, "Good day");
  await later();
  await look();
  await answer(chatId, "Still there?");
  await later();
  await look();
  expect(await notifications()).toHaveLength(1);
  await readTo(3);
  await renewBoss();
  await answer(chatId, "One more thing");
  await later();
  await look();
  expect(await notifications()).toHaveLength(2);
});

test("two concurrent processes write only one notification", async () => {
  await answer(chatId, "Good day");
  await later();
  const { database } = chat.server.deps;
  // Both processes find the answer before either of them writes.
  const looks = await database.transaction(async (tx) => {
    await tx.query("select from support_chats where id = $1 for update", [chatId]);
    const both = Promise.all([look(), look()]);
    await expect.poll(() => waitingForLocks(chat.server.deps.database)).toBe(2);
    return { both };
  });
  await looks.both;
  expect(await notifications()).toHaveLength(1);
});

test("an answer that is read just before its notification creates no notification", async () => {
  await answer(chatId, "Good day");
  await later();
  const ended = await chat.server.deps.database.transaction(async (tx) => {
    await tx.query("update support_chats set owner_read_position = 2 where id = $1", [chatId]);
    const one = look();
    await expect.poll(() => waitingForLocks(chat.server.deps.database)).toBe(1);
    return { one };
  });
  await ended.one;
  expect(await notifications()).toEqual([]);
});

test("a notification that fails does not stop the others", async () => {
  await answer(chatId, "Good day");
  const { deps } = chat.server;
  // The id sorts before all others, so this conversation is processed first. Its user has no
  // mailbox, so its notification fails.
  const broken = "cht_0";
  await deps.database.query(
    `insert into support_chats (id, user_id, last_position, created_at, updated_at)
     values ($1, gen_random_uuid(), 1, now(), now())`,
    [broken],
  );
  await deps.database.query(
    `insert into support_chat_messages (chat_id, position, author_kind, author_id, body, at, client_message_id)
     values ($1, 1, 'administrator', gen_random_uuid(), 'Hello', to_timestamp(0), gen_random_uuid())`,
    [broken],
  );
  await later();
  await writeUnreadNotifications({ ...deps, log: silentLog });
  expect(await notifications()).toHaveLength(1);
  await deps.database.query("delete from support_chats where id = $1", [broken]);
});
