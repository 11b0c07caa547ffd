/** Requests that share a commit: a lone one never waits, and one that fails takes nobody along. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { fileDatabase } from "../test/support/database.ts";
import { groupCommit } from "./group-commit.ts";
import { refuseTogether, requestHash, runOnce, type IdempotentRequest } from "./idempotency.ts";

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

/** Keeps notes; one that says "apart" is always written alone, one that says "refused" never. */
function keeper() {
  const counts = { alone: 0, together: 0, announced: 0 };
  const write = groupCommit<Note, string>({
    database: db.database,
    alone({ request, text }) {
      counts.alone += 1;
      return runOnce(db.database, request, async (tx) => {
        await tx.query("insert into notes values ($1)", [text]);
        return text;
      });
    },
    async together(tx, notes) {
      counts.together += 1;
      refuseTogether(notes, ({ text }) => text === "apart");
      const texts = notes.map(({ text }) => text);
      await tx.query("insert into notes select * from unnest($1::text[])", [texts]);
      return texts;
    },
    announce: () => void (counts.announced += 1),
  });
  return { counts, write };
}

const written = async () =>
  (await db.database.query<{ text: string }>("select text from notes order by text")).map(
    ({ text }) => text,
  );

test("one that comes alone is done alone", async () => {
  const { write, counts } = keeper();
  expect(await write(note("a"))).toBe("a");
  expect(counts).toEqual({ alone: 1, together: 0, announced: 0 });
});

test("many that come at once share transactions, and each gets its own answer", async () => {
  const { write, counts } = keeper();
  const texts = Array.from({ length: 100 }, (_, index) => `note ${index}`);
  expect(await Promise.all(texts.map((text) => write(note(text))))).toEqual(texts);
  expect((await written()).toSorted()).toEqual(texts.toSorted());
  expect(counts.alone + counts.together).toBeLessThan(10);
  expect(counts.announced + counts.alone).toBe(100);
});

test("what has to be done alone is, and the rest still together", async () => {
  const { write, counts } = keeper();
  const texts = ["a", "apart", "b", "c", "apart", "d", "e", "f"];
  expect(await Promise.all(texts.map((text) => write(note(text))))).toEqual(texts);
  expect(await written()).toEqual(texts.toSorted());
  expect(counts.announced).toBe(6);
});

test("when something goes wrong together, each is tried alone and only the bad one fails", async () => {
  const { write } = keeper();
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

test("two of one user are never in one transaction, and a repeat gets the stored answer", async () => {
  const { write } = keeper();
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

test("while a request of a user is under way the next one waits, and nobody else for them", async () => {
  const { write, counts } = keeper();
  const userId = randomUUID();
  const second = note("second", userId);
  let later: Promise<unknown>[] = [];
  await db.database.transaction(async (tx) => {
    await tx.query("lock table notes");
    const first = write(note("first", userId));
    await expect.poll(() => counts.alone).toBe(1);
    later = [first, write(second), write(second), write(note("other"))];
    await expect.poll(() => counts.alone).toBe(2);
  });
  expect(await Promise.all(later)).toEqual(["first", "second", "second", "other"]);
  expect(await written()).toEqual(["first", "other", "second"]);
});

/** While four that came together are held up `then` goes on with them. */
async function whileFourWait(
  { write, counts }: ReturnType<typeof keeper>,
  then: (ask: (text: string) => void) => Promise<void>,
): Promise<unknown[]> {
  const asked: Promise<string>[] = [];
  const ask = (text: string) => void asked.push(write(note(text)));
  await db.database.transaction(async (tx) => {
    await tx.query("lock table notes");
    for (const text of ["a", "b", "c", "d"]) ask(text);
    await expect.poll(() => counts.together).toBe(1);
    await then(ask);
  });
  return Promise.all(asked);
}

test("a few of many that come later wait a little for those under way, half as many do not", async () => {
  const kept = keeper();
  const answers = await whileFourWait(kept, async (ask) => {
    ask("e");
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(kept.counts).toMatchObject({ alone: 0, together: 1 });
    ask("f");
    await expect.poll(() => kept.counts.together).toBe(2);
  });
  expect(answers).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("one that comes while many are held up does not wait for them", async () => {
  const kept = keeper();
  const answers = await whileFourWait(kept, async (ask) => {
    ask("e");
    await expect.poll(() => kept.counts.alone).toBe(1);
  });
  expect(answers).toEqual(["a", "b", "c", "d", "e"]);
});

test("nobody waits for the one of a group who has to go alone and is held up", async () => {
  const { write, counts } = keeper();
  const request = { ...note("apart").request, key: randomUUID() };
  let apart: Promise<unknown> = Promise.resolve();
  await db.database.transaction(async (tx) => {
    // Holds the row that the one alone is about to store its answer in.
    await tx.query(
      "insert into platform_idempotency (user_id, route, key, request_hash, status, body) values ($1, $2, $3, '', 200, '{}')",
      [request.userId, request.route, request.key],
    );
    apart = write({ request, text: "apart" });
    const others = ["a", "b", "c"].map((text) => write(note(text)));
    expect(await Promise.all(others)).toEqual(["a", "b", "c"]);
    await expect.poll(() => counts.alone).toBe(1);
    expect(await write(note("d"))).toBe("d");
    await tx.query("delete from platform_idempotency where key = $1", [request.key]);
  });
  expect(await apart).toBe("apart");
});
