import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import type { Database, Queryable } from "./database/database.ts";
import {
  replaysOf,
  requestHash,
  requestStateOf,
  runBatchOnce,
  runOnce,
  sweepAnswers,
  type IdempotentRequest,
} from "./idempotency.ts";
import { defineRefusals, Outage } from "./errors/refusal.ts";

const db = fileDatabase();

const refuse = defineRefusals({
  too_poor: { status: 422, title: "Too poor", text: "There is not enough." },
  too_often: { status: 429, title: "Too often", text: "Try again in a moment." },
});

function newRequest(): IdempotentRequest {
  return {
    userId: randomUUID(),
    route: "buy",
    key: randomUUID(),
    requestHash: requestHash({ sats: 1n }),
  };
}

test("a repeated request has no second effect and returns the same response", async () => {
  const request = newRequest();
  let effects = 0;
  const buy = () =>
    runOnce(db.database, request, () => {
      effects += 1;
      return Promise.resolve({ sats: 9_007_199_254_740_993n, at: new Date(0) });
    });
  const first = await buy();
  const replays = replaysOf(db.database);
  expect(await buy()).toEqual(first);
  expect(effects).toBe(1);
  expect(replaysOf(db.database)).toBe(replays + 1);
});

test("a response stored under the previous version's hash is returned", async () => {
  const old = newRequest();
  await runOnce(db.database, old, () => Promise.resolve("bought"));
  const repeat = { ...old, requestHash: requestHash({}), formerHash: old.requestHash };
  expect(await runOnce(db.database, repeat, () => Promise.resolve("twice"))).toBe("bought");
});

test("a refusal is stored, an outage is not", async () => {
  const request = newRequest();
  const down = runOnce(db.database, request, () => Promise.reject(new Outage("node", "away")));
  await expect(down).rejects.toBeInstanceOf(Outage);
  const refused = runOnce(db.database, request, () => Promise.reject(refuse.too_poor()));
  await expect(refused).rejects.toMatchObject({ code: "too_poor" });
  const repeat = runOnce(db.database, request, () => Promise.resolve("bought"));
  await expect(repeat).rejects.toMatchObject({ code: "too_poor", status: 422 });
  const other = { ...request, requestHash: requestHash({ sats: 2n }) };
  await expect(runOnce(db.database, other, () => Promise.resolve("bought"))).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
});

test("an unsettled response is not stored", async () => {
  const request = newRequest();
  const ask = (code: string) =>
    runOnce(
      db.database,
      request,
      () => Promise.resolve(code),
      (answer) => answer === "right",
    );
  expect([await ask("wrong"), await ask("right"), await ask("wrong")]).toEqual([
    "wrong",
    "right",
    "right",
  ]);
});

test("the state of a request can be queried by its key", async () => {
  const [bought, poor, unsent] = [newRequest(), newRequest(), newRequest()];
  await runOnce(db.database, bought, async () => {
    expect(await requestStateOf(db.database, bought)).toEqual({ state: "running" });
    return "bought";
  });
  await runOnce(db.database, poor, () => Promise.reject(refuse.too_poor())).catch(() => {});
  expect(await requestStateOf(db.database, bought)).toMatchObject({ state: "done" });
  expect(await requestStateOf(db.database, poor)).toMatchObject({
    state: "refused",
    ...textsOf(refuse.too_poor()),
  });
  expect(await requestStateOf(db.database, unsent)).toEqual({ state: "unknown" });
  expect(await requestStateOf(db.database, { ...bought, userId: unsent.userId })).toEqual({
    state: "unknown",
  });
});

const textsOf = ({ title, text }: { readonly title: string; readonly text: string }) => ({
  title,
  text,
});

test("a rate-limited request runs when it is repeated with its key", async () => {
  const request = newRequest();
  const early = runOnce(db.database, request, () => Promise.reject(refuse.too_often()));
  await expect(early).rejects.toMatchObject({ code: "too_often" });
  expect(await runOnce(db.database, request, () => Promise.resolve("bought"))).toBe("bought");
  expect(await runOnce(db.database, request, () => Promise.resolve("again"))).toBe("bought");
});

test("a batch has no effect if another process stores a response first", async () => {
  const [first, second, third] = [newRequest(), newRequest(), newRequest()];
  const store = (
    queryable: Queryable,
    { userId, key, requestHash: hash }: IdempotentRequest,
    route: string,
  ) =>
    queryable.query(
      `insert into platform_idempotency (user_id, route, key, request_hash, status, body) values ($1, $2, $3, $4, 200, '1')`,
      [userId, route, key, hash],
    );
  const batch = runBatchOnce(db.database, [first, second, third], async (tx) => {
    await store(tx, first, "effect");
    await store(db.database, second, second.route);
    return [1, 2, 3];
  });
  await expect(batch).rejects.toMatchObject({ code: "23505" });
  const rows = await db.database.query("select 1 from platform_idempotency where route = 'effect'");
  expect(rows).toEqual([]);
});

test("a late refusal does not replace the response of a successful repeat", async () => {
  const request = newRequest();
  const isRolledBack = Promise.withResolvers<void>();
  const mayStore = Promise.withResolvers<void>();
  let transactions = 0;
  const slowToStore: Database = {
    ...db.database,
    async transaction(run) {
      transactions += 1;
      if (transactions === 2) {
        isRolledBack.resolve();
        await mayStore.promise;
      }
      return db.database.transaction(run);
    },
  };
  const refused = runOnce(slowToStore, request, () => Promise.reject(refuse.too_poor())).catch(
    (error: unknown) => error,
  );
  await isRolledBack.promise;
  const repeat = runOnce(db.database, request, async () => {
    mayStore.resolve();
    expect(await refused).toMatchObject({ code: "too_poor" });
    return "bought";
  });
  expect(await repeat).toBe("bought");
  expect(await runOnce(db.database, request, () => Promise.resolve("again"))).toBe("bought");
});

test("responses are kept for seven days, and keys of successful requests permanently", async () => {
  const [fresh, old] = [newRequest(), newRequest()];
  let effects = 0;
  const buy = (request: IdempotentRequest) =>
    runOnce(db.database, request, () => Promise.resolve((effects += 1)));
  expect([await buy(fresh), await buy(old)]).toEqual([1, 2]);
  await passSevenDays(old);
  await sweepAnswers(db.database);
  await sweepAnswers(db.database);
  expect(await buy(fresh)).toBe(1);
  await expect(buy(old)).rejects.toMatchObject({ status: 422, code: "idempotency_key_expired" });
  await expect(buy({ ...old, requestHash: "other" })).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  expect(effects).toBe(2);
});

test("a request refused more than seven days ago can run again with its key", async () => {
  const request = newRequest();
  const poor = runOnce(db.database, request, () => Promise.reject(refuse.too_poor()));
  await expect(poor).rejects.toMatchObject({ code: "too_poor" });
  await passSevenDays(request);
  await sweepAnswers(db.database);
  expect(await runOnce(db.database, request, () => Promise.resolve("bought"))).toBe("bought");
});

test("one sweep deletes all expired responses in several batches", async () => {
  const requests = Array.from({ length: 5 }, newRequest);
  const again = (request: IdempotentRequest) =>
    runOnce(db.database, request, () => Promise.resolve("bought"));
  for (const request of requests) {
    await again(request);
    await passSevenDays(request);
  }
  const portions: number[] = [];
  const query: Queryable["query"] = async (sql, values) => {
    const rows = await db.database.query(sql, values);
    portions.push(rows.length);
    return rows as never;
  };
  await sweepAnswers({ query }, { atOnce: 2 });
  expect(portions).toEqual([0, 2, 2, 1]);
  for (const request of requests)
    await expect(again(request)).rejects.toMatchObject({ code: "idempotency_key_expired" });
});

async function passSevenDays({ key }: IdempotentRequest): Promise<void> {
  await db.database.query(
    "update platform_idempotency set created_at = now() - interval '7 days 1 second' where key = $1",
    [key],
  );
}
