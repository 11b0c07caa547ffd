/** Tests that the ids of administrators' messages are kept for a month. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/support/servers/database.ts";
import { findSending, insertSending, sweepSendings } from "./sendings-table.ts";

const DAY_MS = 86_400_000;
let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
});
afterAll(() => opened.close());

test("the id of an administrator's message is deleted after a month", async () => {
  const { database } = opened;
  const now = new Date("2030-06-01T12:00:00Z");
  const sender = randomUUID();
  const insertAged = async (days: number): Promise<string> => {
    const requestId = randomUUID();
    const at = new Date(now.getTime() - days * DAY_MS);
    await database.transaction((tx) =>
      insertSending(tx, { sender, requestId, sha256: "of the words", now: at }),
    );
    return requestId;
  };
  const [old, recent] = [await insertAged(31), await insertAged(1)];
  await sweepSendings(database, now);
  expect(await findSending(database, { sender, requestId: old })).toBeUndefined();
  expect(await findSending(database, { sender, requestId: recent })).toBeDefined();
});
