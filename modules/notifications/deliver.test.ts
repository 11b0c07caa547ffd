/** Tests that batch delivery writes the same messages as separate calls would. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeMailbox, deliver, deliveriesTo, savePreferences } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { fileDatabase, waitingForLocks } from "../../test/support/servers/database.ts";
import { testUser } from "../../test/support/people/user.ts";
import { saveOutlet } from "./outbox/outbox-table.ts";

const installation = fileDatabase();
beforeAll(() => saveOutlet(installation.database, { channel: "email", isOpen: true }));
afterAll(() => saveOutlet(installation.database, { channel: "email", isOpen: false }));

const NOW = new Date("2026-11-20T10:00:00Z");
const messageTo = (userId: string) =>
  ({
    userId,
    template: "withdrawal_requested",
    values: {
      who: "You",
      amountBtc: "0.10000000",
      method: "Wallet",
      to: `"an address", with a \\ and a comma`,
      withdrawalId: "wdr_1",
      dayBtc: "0.10000000",
    },
    now: NOW,
  }) as const;

/** Returns the user's messages without their random ids. */
async function deliveredTo(userId: string, email: string): Promise<unknown> {
  const rows = await installation.database.query(
    `select m.channel, m.template, m.subject, m.body, m.veiled_body, m.sent_at, m.delivery,
       m.recipient = $2 as is_theirs, o.is_prompt, o.is_promotion, o.subject as mail_subject,
       o.body as mail_body, o.recipient = $2 as is_mailed_to_them, o.created_at, o.due_at, o.expires_at,
       o.recipient_hash = sha256(convert_to(lower($2), 'UTF8')) as is_their_hash
     from notifications_messages m left join notifications_outbox o on o.message_id = m.id
     where m.user_id = $1 and m.template = 'withdrawal_requested'`,
    [userId, email],
  );
  return rows;
}

test("a batch skips deleted users and messages that a user turned off", async () => {
  const { database } = installation;
  const [alone, one, other, off, gone] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => testUser(database)),
  );
  if (!alone || !one || !other || !off || !gone) throw new Error("nobody is there");
  await savePreferences(database, { userId: off.userId, preferences: { withdrawal: false } });
  await database.transaction((tx) => closeMailbox(tx, gone.userId));
  await database.transaction((tx) => deliver(tx, messageTo(alone.userId)));
  const userIds = [one, other, off, gone].map(({ userId }) => userId);
  await database.transaction(async (tx) => {
    const write = await deliveriesTo(tx, userIds);
    await write(userIds.map(messageTo));
  });
  const expected = await deliveredTo(alone.userId, alone.email);
  expect(expected).toMatchObject([{ is_theirs: true, is_their_hash: true, delivery: "waiting" }]);
  expect(await deliveredTo(one.userId, one.email)).toEqual(expected);
  expect(await deliveredTo(other.userId, other.email)).toEqual(expected);
  expect(await deliveredTo(off.userId, off.email)).toEqual([]);
  expect(await deliveredTo(gone.userId, gone.email)).toEqual([]);
});

test("a user without a mailbox causes an error in single and batch delivery", async () => {
  const stranger = "00000000-0000-4000-8000-000000000000";
  const writing = installation.database.transaction(async (tx) => {
    const write = await deliveriesTo(tx, [stranger]);
    await write([messageTo(stranger)]);
  });
  await expect(writing).rejects.toThrow("the user has no mailbox");
});

const WAYS: Readonly<
  Record<string, (tx: DatabaseTransaction, userId: string) => Promise<unknown>>
> = {
  alone: (tx, userId) => deliver(tx, messageTo(userId)),
  async "together with others"(tx, userId) {
    const write = await deliveriesTo(tx, [userId]);
    await write([messageTo(userId)]);
  },
};

test.each(Object.entries(WAYS))(
  "a user who is deleted during a delivery %s keeps no message",
  async (_way, writeTo) => {
    const { database } = installation;
    const [first, second] = await Promise.all([testUser(database), testUser(database)]);
    const close = (userId: string) => database.transaction((tx) => closeMailbox(tx, userId));
    let waiting: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      await writeTo(tx, first.userId);
      waiting = close(first.userId);
      await expect.poll(() => waitingForLocks(database)).toBe(1);
    });
    await waiting;
    await database.transaction(async (tx) => {
      await closeMailbox(tx, second.userId);
      waiting = database.transaction((other) => writeTo(other, second.userId));
      await expect.poll(() => waitingForLocks(database)).toBe(1);
    });
    await waiting;
    for (const { userId, email } of [first, second]) {
      expect(await deliveredTo(userId, email)).toEqual([]);
      const on = await database.query(
        "select state, recipient from notifications_outbox where user_id = $1 and recipient is not null",
        [userId],
      );
      expect(on).toEqual([]);
    }
  },
);
