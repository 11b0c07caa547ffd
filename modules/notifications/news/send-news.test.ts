/**
 * Tests that news is sent in the background, exactly once to each user who has news turned on, even
 * if the process is killed at any point. After a stop, no more messages are written.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { beforeEach, describe, expect, test } from "vitest";
import { newsBefore, savePreferences, sendNews, startNews, stopNews } from "#notifications";
import { createBus, systemClock, type BusEvents } from "#platform";
import { asSuperuser, fileDatabase } from "../../../test/support/servers/database.ts";
import { joinedProgram } from "../../../test/support/servers/joined-programs.ts";
import { saveOutlet } from "../outbox/outbox-table.ts";
import { closeMailbox } from "../delivery/recipients-table.ts";

const SENDER = joinedProgram("test/support/servers/event-sender.ts");
const NEWS = { title: "A new plan", text: "From June." };
/** Number of users: enough for three transactions, the last of them partly filled. */
const READERS = 1_234;

const installation = fileDatabase();
let readers: string[];
beforeEach(async () => {
  const { database } = installation;
  await asSuperuser(database, (superuser) =>
    superuser.query(
      `delete from notifications_outbox; delete from notifications_news;
       delete from notifications_messages; delete from notifications_recipients`,
    ),
  );
  await saveOutlet(database, { channel: "email", isOpen: false });
  readers = await recipients(READERS, true);
  await recipients(50, false);
});

async function recipients(count: number, promotions: boolean): Promise<string[]> {
  const rows = await installation.database.query<{ id: string }>(
    `insert into notifications_recipients (user_id, email, promotions)
     select id, id || '@example.test', $2 from (select gen_random_uuid() as id from generate_series(1, $1)) as made
     returning user_id as id`,
    [count, promotions],
  );
  return rows.map(({ id }) => id);
}

const deps = () => ({ database: installation.database, clock: systemClock, bus: createBus() });
const announce = () =>
  installation.database.transaction((tx) => startNews(tx, { ...NEWS, now: new Date() }));
const state = async () =>
  (await newsBefore(installation.database, { beforeId: undefined, limit: 10 })).map(
    ({ state: at, sent, readers: of }) => `${at} ${sent} of ${of}`,
  );

async function messages(): Promise<ReadonlyMap<string, number>> {
  const rows = await installation.database.query<{ userId: string; count: number }>(
    `select user_id as "userId", count(*)::int as count from notifications_messages
     where template = 'news' group by 1`,
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

async function expectOneEach(userIds: readonly string[]): Promise<void> {
  expect(await messages()).toEqual(new Map(userIds.map((userId) => [userId, 1])));
}

/** Runs the sender. Returns the signal that killed it, or null if it finished. */
async function runSender(failpoint: string): Promise<string | null> {
  const child = spawn(process.execPath, [SENDER, installation.url], {
    env: { ...process.env, FAILPOINTS: failpoint },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`the sender failed with ${code}`);
  return signal;
}

test("only the sender writes news, with one message per reader", async () => {
  expect(await announce()).toMatchObject({ readers: READERS });
  expect(await messages()).toEqual(new Map());
  const { bus, ...rest } = deps();
  const events: BusEvents["me"][] = [];
  bus.subscribe("me", (message) => events.push(message));
  await sendNews({ ...rest, bus });
  await expectOneEach(readers);
  expect(await state()).toEqual([`sent ${READERS} of ${READERS}`]);
  expect(events.map(({ userId }) => userId).toSorted()).toEqual(readers.toSorted());
  const [message] = await installation.database.query<{ subject: string; body: string }>(
    "select subject, body from notifications_messages limit 1",
  );
  expect(message?.subject).toBe(NEWS.title);
  expect(message?.body).toContain(NEWS.text);
  await sendNews(deps());
  await expectOneEach(readers);
});

test("news without readers is recorded as sent immediately", async () => {
  await installation.database.query("update notifications_recipients set promotions = false");
  await announce();
  await sendNews(deps());
  expect(await state()).toEqual(["sent 0 of 0"]);
});

test("news is sent according to the user's setting at the time of sending", async () => {
  const { database } = installation;
  await announce();
  const [off = "", gone = ""] = readers;
  await savePreferences(database, { userId: off, preferences: { promotions: false } });
  await database.transaction((tx) => closeMailbox(tx, gone));
  const [late = ""] = await recipients(1, true);
  await sendNews(deps());
  await expectOneEach([...readers.slice(2), late]);
  expect(await state()).toEqual([`sent ${READERS - 1} of ${READERS}`]);
});

test("with a mail server, each message is e-mailed once", async () => {
  await saveOutlet(installation.database, { channel: "email", isOpen: true });
  await announce();
  await sendNews(deps());
  await expectOneEach(readers);
  const [row] = await installation.database.query<{
    rows: number;
    users: number;
    promotions: number;
  }>(
    `select count(*)::int as rows, count(distinct o.user_id)::int as users,
       count(*) filter (where o.is_promotion)::int as promotions
     from notifications_outbox o join notifications_messages l on l.id = o.message_id`,
  );
  expect(row).toEqual({ rows: READERS, users: READERS, promotions: READERS });
});

test.each(["news.writing", "news.written"])(
  "each reader has only one message after repeated kills at %s",
  async (failpoint) => {
    await announce();
    expect(await runSender(failpoint)).toBe("SIGKILL");
    expect(await runSender(failpoint)).toBe("SIGKILL");
    expect((await messages()).size).toBe(failpoint === "news.writing" ? 0 : 1_000);
    expect(await runSender("")).toBeNull();
    await expectOneEach(readers);
    expect(await state()).toEqual([`sent ${READERS} of ${READERS}`]);
  },
);

test("two concurrent senders write only one message to each reader", async () => {
  await announce();
  await announce();
  await Promise.all([sendNews(deps()), sendNews(deps()), sendNews(deps())]);
  expect(await messages()).toEqual(new Map(readers.map((userId) => [userId, 2])));
  expect(await state()).toEqual([`sent ${READERS} of ${READERS}`, `sent ${READERS} of ${READERS}`]);
});

test("inserting the same news twice for a reader violates the message id's uniqueness", async () => {
  await announce();
  await sendNews(deps());
  await installation.database.query(
    "update notifications_news set state = 'sending', ended_at = null, after_user = null",
  );
  await expect(sendNews(deps())).rejects.toMatchObject({ code: "23505" });
  await expectOneEach(readers);
});

describe("stopping news", () => {
  const stop = (id: string) =>
    installation.database.transaction((tx) => stopNews(tx, { id, now: new Date() }));

  test("stopped news is not sent to any more users", async () => {
    const { id } = await announce();
    expect(await runSender("news.written")).toBe("SIGKILL");
    expect(await stop(id)).toMatchObject({ stopped: { state: "stopped", sent: 500 } });
    await sendNews(deps());
    expect((await messages()).size).toBe(500);
    await announce();
    await sendNews(deps());
    expect(await state()).toEqual([`sent ${READERS} of ${READERS}`, `stopped 500 of ${READERS}`]);
  });

  test("stopping news returns the final number of messages", async () => {
    const { id } = await announce();
    const sending = sendNews(deps());
    const { stopped } = await stop(id);
    await sending;
    // `stopped` is undefined if sending had already finished.
    expect((await messages()).size).toBe(stopped?.sent ?? READERS);
  });

  test("stopped or finished news cannot be stopped again", async () => {
    const { id } = await announce();
    await sendNews(deps());
    expect(await stop(id)).toEqual({ stopped: undefined, isKnown: true });
    expect(await stop(`nws_${randomUUID()}`)).toEqual({ stopped: undefined, isKnown: false });
    const { id: other } = await announce();
    await stop(other);
    expect(await stop(other)).toEqual({ stopped: undefined, isKnown: true });
  });
});
