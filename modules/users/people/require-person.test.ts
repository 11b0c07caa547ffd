/** Tests user actions that run concurrently with the deletion of the account. */
import { expect, test } from "vitest";
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { fileDatabase, waitingForLocks } from "../../../test/support/servers/database.ts";
import { nothingElsewhere } from "../../../test/support/fakes/nothing-in-other-modules.ts";
import { newEmail } from "../../../test/support/servers/sign-in-server.ts";
import { deletePerson } from "../administrators/delete-person.ts";
import { createUser } from "./create-user.ts";
import { requirePerson } from "./require-person.ts";

const installation = fileDatabase();

async function newUser(now: Date): Promise<string> {
  const account = { email: newEmail(), passwordHash: null, metadata: {}, now };
  const user = await installation.database.transaction((tx) =>
    createUser(tx, { siteUrl: "http://floor.test" }, account),
  );
  return user?.id ?? "";
}

test("a deletion waits for the user's running action", async () => {
  const { database } = installation;
  const now = new Date();
  const userId = await newUser(now);
  let isDone = false;
  const elsewhere = {
    ...nothingElsewhere,
    deletionBlockersOf: async () => (isDone ? ["a grant"] : []),
  };
  let deletion: Promise<unknown> | undefined;
  await database.transaction(async (tx) => {
    await requirePerson(tx, userId);
    deletion = database
      .transaction((other) => deletePerson(other, { userId, now, rules: elsewhere }))
      .catch((error: unknown) => error);
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    isDone = true;
  });
  expect(await deletion).toMatchObject({ code: "still_has" });
  await database.transaction((tx) => requirePerson(tx, userId));
});

test("a deletion and a concurrent message to the user cause no deadlock", async () => {
  const { database } = installation;
  const now = new Date();
  const userId = await newUser(now);
  const lockTheirs = (tx: DatabaseTransaction) =>
    tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [userId]);
  const elsewhere = {
    ...nothingElsewhere,
    async forget(tx: DatabaseTransaction) {
      await lockTheirs(tx);
    },
  };
  let deletion: Promise<unknown> | undefined;
  await database.transaction(async (tx) => {
    await lockTheirs(tx);
    deletion = database.transaction((other) =>
      deletePerson(other, { userId, now, rules: elsewhere }),
    );
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    await deliver(tx, { userId, template: "ticket_received", values: {}, now });
  });
  await deletion;
  const messages = await database.query("select from notifications_messages where user_id = $1", [
    userId,
  ]);
  expect(messages).toEqual([]);
});
