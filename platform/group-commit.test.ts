/**
 * Tests batched requests: a single request never waits, and a failed request does not affect other
 * requests.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import { groupCommit } from "./group-commit.ts";
import { requestHash, type IdempotentRequest } from "./idempotency.ts";
import { excludeFromBatch } from "./run-mode.ts";

const db = fileDatabase({ asSuperuser: true });

interface Note {
  readonly request: IdempotentRequest;
  readonly text: string;
}

const note = (text: string, userId = randomUUID()): Note => ({
  text,
  request: { userId, route: "note", key: randomUUID(), requestHash: requestHash({ text }) },
});

beforeEach(async () => {
  await db.database.query("drop table if exists notes");
  await db.database.query("create table notes (text text check (text <> 'refused'))");
});

/** Returns a store of notes. The note "single" is not batchable, and "refused" always fails. */
function noteStore() {
  const counts = { singles: 0, batches: 0, published: 0 };
  const write = groupCommit<Note, string>({
    database: db.database,
    async run(tx, notes, mode) {
      if (mode === "single") counts.singles += 1;
      else {
        counts.batches += 1;
        excludeFromBatch(notes, ({ text }) => text === "single");
      }
      const texts = notes.map(({ text }) => text);
      await tx.query("insert into notes select * from unnest($1::text[])", [texts]);
      return texts;
    },
    publish: () => void (counts.published += 1),
  });
  return { counts, write };
}

const written = async () =>
  (await db.database.query<{ text: string }>("select text from notes order by text")).map(
    ({ text }) => text,
  );

test("a single request runs without a batch", async () => {
  const { write, counts } = noteStore();
  expect(await write(note("a"))).toBe("a");
  expect(counts).toEqual({ singles: 1, batches: 0, published: 1 });
});

test("concurrent requests share a transaction, and each gets its own response", async () => {
  const { write, counts } = noteStore();
  const texts = Array.from({ length: 100 }, (_, index) => `note ${index}`);
  expect(await Promise.all(texts.map((text) => write(note(text))))).toEqual(texts);
  expect((await written()).toSorted()).toEqual(texts.toSorted());
  expect(counts.singles + counts.batches).toBeLessThan(10);
  expect(counts.published).toBe(100);
});

test("requests that are not batchable run singly, all others in a batch", async () => {
  const { write, counts } = noteStore();
  const texts = ["a", "single", "b", "c", "single", "d", "e", "f"];
  expect(await Promise.all(texts.map((text) => write(note(text))))).toEqual(texts);
  expect(await written()).toEqual(texts.toSorted());
  expect(counts).toMatchObject({ singles: 2, published: 8 });
});

test("only the bad request of a failed batch fails", async () => {
  const { write } = noteStore();
  const texts = ["a", "b", "refused", "c", "d"];
  const results = await Promise.allSettled(texts.map((text) => write(note(text))));
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await written()).toEqual(["a", "b", "c", "d"]);
});

test("two requests of one user never share a transaction", async () => {
  const { write } = noteStore();
  const userId = randomUUID();
  const first = note("first", userId);
  await write(first);
  const texts = await Promise.all([
    write(first),
    write(note("second", userId)),
    write(note("third", userId)),
    write(note("other")),
  ]);
  expect(texts).toEqual(["first", "second", "third", "other"]);
  expect(await written()).toEqual(["first", "other", "second", "third"]);
});

test("a user's next request waits without delaying other users", async () => {
  const { write, counts } = noteStore();
  const userId = randomUUID();
  const second = note("second", userId);
  let later: Promise<unknown>[] = [];
  await db.database.transaction(async (tx) => {
    await tx.query("lock table notes");
    const first = write(note("first", userId));
    await expect.poll(() => counts.singles).toBe(1);
    later = [first, write(second), write(second), write(note("other"))];
    await expect.poll(() => counts.singles).toBe(2);
  });
  expect(await Promise.all(later)).toEqual(["first", "second", "second", "other"]);
  expect(await written()).toEqual(["first", "other", "second"]);
});

/** Runs `then` while a batch of four requests waits for a lock. */
async function whileFourWait(
  { write, counts }: ReturnType<typeof noteStore>,
  then: (ask: (text: string) => void) => Promise<void>,
): Promise<unknown[]> {
  const answers: Promise<string>[] = [];
  const ask = (text: string) => void answers.push(write(note(text)));
  await db.database.transaction(async (tx) => {
    await tx.query("lock table notes");
    for (const text of ["a", "b", "c", "d"]) ask(text);
    await expect.poll(() => counts.batches).toBe(1);
    await then(ask);
  });
  return Promise.all(answers);
}

test("a second batch starts early only if it is at least half as large as the first", async () => {
  const store = noteStore();
  const answers = await whileFourWait(store, async (ask) => {
    ask("e");
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(store.counts).toMatchObject({ singles: 0, batches: 1 });
    ask("f");
    await expect.poll(() => store.counts.batches).toBe(2);
  });
  expect(answers).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("a single request does not wait for a slow batch", async () => {
  const store = noteStore();
  const answers = await whileFourWait(store, async (ask) => {
    ask("e");
    await expect.poll(() => store.counts.singles).toBe(1);
  });
  expect(answers).toEqual(["a", "b", "c", "d", "e"]);
});

test("a slow single request does not delay the rest of its batch", async () => {
  const { write, counts } = noteStore();
  const request = { ...note("single").request, key: randomUUID() };
  let single: Promise<unknown> = Promise.resolve();
  await db.database.transaction(async (tx) => {
    // Locks the row in which the single request is about to store its response.
    await tx.query(
      "insert into platform_idempotency (user_id, route, key, request_hash, status, body) values ($1, $2, $3, '', 200, '{}')",
      [request.userId, request.route, request.key],
    );
    single = write({ request, text: "single" });
    const others = ["a", "b", "c"].map((text) => write(note(text)));
    expect(await Promise.all(others)).toEqual(["a", "b", "c"]);
    await expect.poll(() => counts.singles).toBe(1);
    expect(await write(note("d"))).toBe("d");
    await tx.query("delete from platform_idempotency where key = $1", [request.key]);
  });
  expect(await single).toBe("single");
});
