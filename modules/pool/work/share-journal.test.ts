/** Tests that acknowledged shares are on disk and reach the database exactly once. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase, silentLog, systemClock, type Database } from "#platform";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { share } from "../testing/share.ts";
import { postBatch } from "./post-batch.ts";
import { startJournalPoster } from "./post-journal.ts";
import { openShareJournal } from "./share-journal.ts";

const file = fileDatabase();
const instanceId = randomUUID();
let database: Database;
let folder: string;

beforeAll(() => {
  database = openDatabase(file.poolUrl, { connectionsMax: 2 });
});
afterAll(() => database.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hashfloor-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const workOf = async (userId: string) => {
  const [row] = await file.database.query<{ work: string }>(
    "select work_micros::text as work from pool_work_accounts where user_id = $1",
    [userId],
  );
  return BigInt(row?.work ?? 0);
};

describe("the share journal", () => {
  let nowMs = 0;
  const open = () => openShareJournal(folder, () => nowMs);

  test("flushed shares survive a process kill", () => {
    const journal = open();
    journal.add(share({ userId: "ann" }));
    journal.add(share({ worker: "two" }));
    journal.flush();
    journal.add(share({ worker: "never flushed" }));
    const [name = ""] = readdirSync(folder);
    writeFileSync(join(folder, name), `{"userId":"ann","wor`, { flag: "a" });
    const after = open();
    const [id = ""] = after.closedBatches();
    expect(after.readBatch(id)).toEqual([share({ userId: "ann" }), share({ worker: "two" })]);
    expect(after.bytes()).toBeGreaterThan(0);
    after.removeBatch(id);
    expect([after.bytes(), readdirSync(folder)]).toEqual([0, []]);
  });

  test("a batch that another process posted and removed is read as empty", () => {
    const before = open();
    before.add(share());
    before.flush();
    const [id = ""] = open().closedBatches();
    const after = open();
    before.removeBatch(id);
    expect(after.readBatch(id)).toEqual([]);
  });

  test("a batch is closed after a second or 500 shares", () => {
    const journal = open();
    const addOne = () => {
      journal.add(share());
      journal.flush();
    };
    addOne();
    expect(journal.closedBatches()).toEqual([]);
    nowMs += 1_000;
    expect(journal.closedBatches()).toHaveLength(1);
    for (let count = 0; count < 500; count += 1) addOne();
    const [first = "", second = ""] = journal.closedBatches();
    addOne();
    expect(journal.readBatch(first)).toHaveLength(1);
    expect(journal.readBatch(second)).toHaveLength(500);
  });

  test("the reported size of the journal equals the size of its files", () => {
    const onDisk = () =>
      readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    let journal = open();
    for (let round = 0; round < 240; round += 1) {
      for (const worker of ["a", "rig", "rig2", "x", "y"]) journal.add(share({ worker }));
      journal.flush();
      if (round === 150) journal = open();
      const [id = ""] = journal.closedBatches();
      // Removing a batch that does not exist changes nothing.
      for (let count = 0; count < 2; count += 1) if (round % 60 === 59) journal.removeBatch(id);
      expect(journal.bytes()).toBe(onDisk());
    }
    nowMs += 1_000;
    for (const id of journal.closedBatches()) journal.removeBatch(id);
    expect([journal.bytes(), onDisk()]).toEqual([0, 0]);
  });

  test("shares stay in the journal during a database outage and are posted afterwards", async () => {
    const userId = randomUUID();
    const posted: string[] = [];
    let isAway = true;
    const journal = openShareJournal(folder, () => Date.now() + 1_000);
    const poster = startJournalPoster({
      database: {
        ...database,
        transaction: (work) =>
          isAway ? Promise.reject(new Error("away")) : database.transaction(work),
      },
      clock: systemClock,
      log: silentLog,
      journal,
      instanceId,
      onPosted: (userIds) => void posted.push(...userIds),
    });
    for (const owner of [userId, userId, null]) journal.add(share({ userId: owner }));
    journal.flush();
    await sleep(400);
    expect([await workOf(userId), readdirSync(folder).length]).toEqual([0n, 1]);
    expect(posted).toEqual([]);
    isAway = false;
    await poster.stop();
    expect([await workOf(userId), readdirSync(folder).length]).toEqual([2_000n, 0]);
    // The user is reported once, although the batch contains several shares. The house rig has no
    // user.
    expect(posted).toEqual([userId]);
  });

  test("a batch left by another process is counted once even if already posted", async () => {
    const userId = randomUUID();
    const reopened = openShareJournal(folder, () => Date.now());
    reopened.add(share({ userId }));
    reopened.flush();
    const [name = ""] = readdirSync(folder);
    const id = name.replace(".shares", "");
    await postBatch(database, { id, instanceId, shares: [share({ userId })] });
    const journal = openShareJournal(folder, () => Date.now());
    const poster = startJournalPoster({
      database,
      clock: systemClock,
      log: silentLog,
      journal,
      instanceId,
      onPosted: () => undefined,
    });
    journal.add(share({ userId }));
    journal.flush();
    await poster.stop();
    expect(await workOf(userId)).toBe(2_000n);
    expect(readdirSync(folder)).toEqual([]);
  });
});
