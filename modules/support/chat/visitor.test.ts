/** Tests a visitor's chat before sign-in, and the conversation after sign-in. */
import { describe, expect, test } from "vitest";
import { chatLimits } from "#api/limits";
import { newId } from "#platform";
import { sweepVisitorChats } from "#support";
import { message, newVisitor, openChat, texts } from "../../../test/support/people/chat.ts";
import { waitingForLocks } from "../../../test/support/servers/database.ts";
import { adoptChat, insertChat, lockChatOf } from "./chats-table.ts";
import { visitorOf } from "./visitor.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const {
  adopt,
  answer,
  ask,
  chat,
  chatOf,
  desk,
  own,
  renewBoss,
  send,
  sendAsVisitor,
  tokenOf,
  visitorSees,
} = openChat();

describe("before sign-in", () => {
  test("a visitor can write, read an answer and report typing", async () => {
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Is it free?");
    const { chatId } = (await visitorSees(visitorToken)).body;
    const { items } = (await ask("GET", "/admin/support/chats", { bearer: chat.boss })).body;
    expect(items.find((item) => item.chatId === chatId)).toMatchObject({
      email: null,
      unreadCount: 1,
    });
    await answer(chatId, "Yes");
    expect((await visitorSees(visitorToken)).body).toMatchObject({ unreadCount: 1 });
    const read = await visitorSees(visitorToken, { readTo: 2, isTyping: true });
    expect(read.body).toMatchObject({ unreadCount: 0 });
    expect(texts(read)).toEqual(["Is it free?", "Yes"]);
    expect((await desk(chatId)).body).toMatchObject({ readByOtherTo: 2, isOtherTyping: true });
  });

  test("a visitor's token is stored as a hash until a day after the last message", async () => {
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Hello");
    const stored = await chat.server.deps.database.query<{ text: string }>(
      "select support_chats::text as text from support_chats",
    );
    expect(JSON.stringify(stored)).not.toContain(visitorToken);
    chat.server.clock.move((chatLimits.visitorHours - 1) * HOUR_MS);
    expect((await sendAsVisitor(visitorToken, "Me again")).status).toBe(200);
    chat.server.clock.move((chatLimits.visitorHours - 1) * HOUR_MS);
    expect((await visitorSees(visitorToken)).status).toBe(200);
    chat.server.clock.move(HOUR_MS);
    const ended = { status: 409, body: { code: "visitor_chat_ended" } };
    expect(await visitorSees(visitorToken)).toMatchObject(ended);
    expect(await sendAsVisitor(visitorToken, "And again")).toMatchObject(ended);
  });

  test("visitors are limited per IP address (IPv6: per network) and per token", async () => {
    let host = 0;
    const sent = async (visitorToken: string) =>
      (await sendAsVisitor(visitorToken, "Hi", `2001:db8:7:1::${(host += 1)}`)).status;
    const statuses: number[] = [];
    for (let count = 0; count < chatLimits.visitorChatsPerHourMax; count += 1)
      statuses.push(await sent(newVisitor()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await sent(newVisitor())).toBe(429);
    chat.server.clock.move(2 * MINUTE_MS);
    expect(await sent(newVisitor())).toBe(429);
    expect((await sendAsVisitor(newVisitor(), "Hi", "2001:db8:7:2::1")).status).toBe(200);
    chat.server.clock.move(HOUR_MS);
    expect(await sent(newVisitor())).toBe(200);
  });

  test("visitors are limited per IP address and day", async () => {
    const ip = "2001:db8:8:1::1";
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Hi", ip);
    await chat.server.deps.database.query(
      "update users_rate_counters set count = $1 where key like 'chat-ip-day/2001:db8:8:1%'",
      [chatLimits.visitorMessagesPerDayMax],
    );
    expect(await sendAsVisitor(visitorToken, "Hi", ip)).toMatchObject({
      status: 429,
      body: { code: "too_many_visitors" },
    });
  });

  test("a visitor loses the conversation after thirty days", async () => {
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Hello");
    const { chatId } = (await visitorSees(visitorToken)).body;
    chat.server.clock.move((chatLimits.visitorChatDays - 1) * 24 * HOUR_MS);
    await renewBoss();
    await sweepVisitorChats(chat.server.deps);
    expect((await desk(chatId)).status).toBe(200);
    chat.server.clock.move(25 * HOUR_MS);
    await renewBoss();
    await sweepVisitorChats(chat.server.deps);
    expect((await desk(chatId)).status).toBe(404);
  });
});

describe("after sign-in", () => {
  test("a visitor who signs in keeps the conversation", async () => {
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Is it free?");
    const { chatId } = (await visitorSees(visitorToken)).body;
    await answer(chatId, "Yes");
    expect((await adopt(visitorToken)).body).toEqual({ isAdopted: true });
    const mine = await own();
    expect(mine.body).toMatchObject({ chatId, unreadCount: 1 });
    expect(texts(mine)).toEqual(["Is it free?", "Yes"]);
    expect((await desk(chatId)).body).toMatchObject({ email: chat.person.email });
    await send(message("Thanks"));
    expect(texts(await own())).toEqual(["Is it free?", "Yes", "Thanks"]);
    expect((await visitorSees(visitorToken)).body).toMatchObject({ chatId: null, messages: [] });
    expect((await adopt(visitorToken)).body).toEqual({ isAdopted: false });
  });

  test("a visitor's conversation is appended to the user's own at sign-in", async () => {
    await send(message("From before"));
    const own1 = await chatOf();
    await answer(own1, "Good day");
    await ask("POST", "/chat/read", { bearer: chat.token, body: { position: 2 } });
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "It is me");
    const visitors = (await visitorSees(visitorToken)).body.chatId;
    await answer(visitors, "Sign in, please");
    const answers = await Promise.all([adopt(visitorToken), adopt(visitorToken)]);
    expect(answers.map(({ body }) => body.isAdopted).filter(Boolean)).toHaveLength(1);
    const mine = await own();
    expect(mine.body).toMatchObject({ chatId: own1, unreadCount: 1 });
    expect(texts(mine)).toEqual(["From before", "Good day", "It is me", "Sign in, please"]);
    expect(mine.body.messages.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect((await desk(visitors)).status).toBe(404);
    await send(message("Here I am"));
    expect(texts(await own()).at(-1)).toBe("Here I am");
  });

  test("a visitor's conversation is kept if another tab starts one concurrently", async () => {
    const { deps } = chat.server;
    const { userId } = chat.person;
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "As a visitor");
    const now = deps.clock.now();
    const begun = { id: newId("cht", now), owner: { userId }, visitorUntil: now, now };
    const adoption = await deps.database.transaction(async (tx) => {
      await insertChat(tx, begun);
      const taking = adopt(visitorToken);
      await expect.poll(() => waitingForLocks(deps.database)).toBe(1);
      return { taking };
    });
    expect(await adoption.taking).toMatchObject({ status: 200, body: { isAdopted: true } });
    const waiting = await ask("GET", "/admin/support/inbox?state=open", { bearer: chat.boss });
    expect(JSON.stringify(waiting.body)).toContain(begun.id);
    await send(message("Signed in"));
    expect((await own()).body.chatId).toBe(begun.id);
    expect(texts(await own())).toEqual(["As a visitor", "Signed in"]);
  });

  test("no message is lost if a tab still writes as a visitor", async () => {
    const { deps } = chat.server;
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "As a visitor");
    const sent = await deps.database.transaction(async (tx) => {
      const visitors = await lockChatOf(tx, visitorOf(visitorToken));
      const sending = sendAsVisitor(visitorToken, "Written meanwhile");
      await expect.poll(() => waitingForLocks(deps.database)).toBe(1);
      await adoptChat(tx, { chatId: visitors?.id ?? "", userId: chat.person.userId });
      return { sending };
    });
    expect((await sent.sending).status).toBe(200);
    expect(texts(await own())).toEqual(["As a visitor"]);
    expect(texts(await visitorSees(visitorToken))).toEqual(["Written meanwhile"]);
  });

  test("an unknown, expired or malformed visitor token adopts no conversation", async () => {
    expect((await adopt(newVisitor())).body).toEqual({ isAdopted: false });
    const visitorToken = newVisitor();
    await sendAsVisitor(visitorToken, "Hello");
    chat.server.clock.move(chatLimits.visitorHours * HOUR_MS);
    const token = await tokenOf(chat.person.email);
    expect((await adopt(visitorToken, token)).body).toEqual({ isAdopted: false });
    expect((await adopt("x", token)).status).toBe(400);
    expect((await adopt(visitorToken, "")).status).toBe(401);
  });

  test("a user can try only a limited number of visitor tokens", async () => {
    const tries: number[] = [];
    for (let count = 0; count <= chatLimits.messagesPerMinuteMax; count += 1)
      tries.push((await adopt(newVisitor())).status);
    expect(tries.filter((status) => status !== 200)).toEqual([429]);
  });
});
