/** Tests that each event is one row for any page size, and that the rows add up to the balances. */
import {
  eventProof,
  eventsOf,
  houseAccount,
  outsideAccount,
  postAll,
  statement,
  userAccount,
  type Event,
  type EventsRequest,
  type Transfer,
} from "#ledger";
import { newUuid } from "#platform";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { postDated } from "../../test/support/money/dated-transfers.ts";

const books = fileDatabase();
const post = (...transfers: Transfer[]) =>
  books.database.transaction((tx) => postAll(tx, transfers));

async function allEvents(request: EventsRequest): Promise<Event[]> {
  const events: Event[] = [];
  let cursor: string | undefined;
  do {
    const page = await eventsOf(books.database, { ...request, cursor });
    expect(page.items.length).toBeLessThanOrEqual(request.limit);
    events.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return events;
}

async function expectProof(userId: string): Promise<void> {
  await eventsOf(books.database, { userId, limit: 1 });
  for (const { sum, balance } of await eventProof(books.database, userId))
    expect(sum).toBe(balance);
}

/**
 * Holds an amount and a fee and then pays the amount and the fee, which creates six entries on two
 * accounts.
 */
async function withdraw(userId: string, cause: string): Promise<void> {
  const available = userAccount(userId, "available", "BTC");
  const held = userAccount(userId, "held", "BTC");
  const parts = [
    { id: newUuid(), amount: 500n, code: "withdrawal", credit: outsideAccount("chain") },
    { id: newUuid(), amount: 20n, code: "withdrawal_fee", credit: houseAccount("fees", "BTC") },
  ] as const;
  await post(
    ...parts.map(({ id, amount }): Transfer => ({
      id,
      amount,
      cause,
      debit: available,
      credit: held,
      code: "withdrawal_hold",
      kind: "pending",
    })),
  );
  await post(
    ...parts.map(({ id, ...part }): Transfer => ({
      ...part,
      id: newUuid(),
      cause,
      debit: held,
      kind: "post",
      pendingId: id,
    })),
  );
}

const payout = (userId: string, cause: string, amount = 1n): Transfer => ({
  id: newUuid(),
  debit: outsideAccount("chain"),
  credit: userAccount(userId, "available", "BTC"),
  amount,
  code: "mining_payout",
  cause,
});

/** Posts one payout per minute for each cause, starting ten minutes before midnight. */
async function mine(userId: string, causes: readonly string[], minutes: number): Promise<void> {
  const start = Date.parse("2026-03-01T23:50:00Z");
  await postDated(
    books.database,
    Array.from({ length: minutes }, (_, minute) => ({
      at: new Date(start + minute * 60_000),
      transfers: causes.map((cause) => payout(userId, cause)),
    })),
  );
}

test("a withdrawal with six entries is listed as one row", async () => {
  const userId = await userWith(books.database, { sats: 1_000n });
  await withdraw(userId, "wdr_1");
  const [withdrawal, deposit, ...others] = await allEvents({ userId, limit: 10 });
  expect(others).toEqual([]);
  expect(withdrawal).toMatchObject({
    key: "wdr_1",
    cause: "wdr_1",
    firstCode: "withdrawal_hold",
    lastCode: "withdrawal_fee",
    transfers: 4,
    payouts: 0,
    availableSats: -520n,
    heldSats: 0n,
    availableCents: null,
    heldCents: null,
  });
  expect(deposit).toMatchObject({ cause: null, firstCode: "deposit", availableSats: 1_000n });
  const { items } = await statement(books.database, { userId, event: "wdr_1", limit: 100 });
  const amountsOn = (part: string) =>
    items.filter(({ account }) => account === part).map(({ amount }) => amount);
  expect(amountsOn("available")).toEqual([-20n, -500n]);
  expect(amountsOn("held")).toEqual([-20n, -500n, 20n, 500n]);
  await expectProof(userId);
});

test("payouts are grouped by cause and UTC day", async () => {
  const userId = await userWith(books.database, {});
  await post({ ...payout(userId, "ctr_a", 7n), code: "contract_refund" });
  await mine(userId, ["ctr_a", "wrk_b"], 30);
  const events = await allEvents({ userId, limit: 100 });
  const byKey = events.toSorted((a, b) => a.key.localeCompare(b.key));
  expect(byKey.map(({ key, payouts, availableSats }) => [key, payouts, availableSats])).toEqual([
    ["ctr_a", 0, 7n],
    ["ctr_a 2026-03-01", 10, 10n],
    ["ctr_a 2026-03-02", 20, 20n],
    ["wrk_b 2026-03-01", 10, 10n],
    ["wrk_b 2026-03-02", 20, 20n],
  ]);
  await expectProof(userId);
});

test("the event of a day of payouts lists its entries in pages", async () => {
  const userId = await userWith(books.database, {});
  await mine(userId, ["ctr_a", "ctr_b"], 30);
  const request = { userId, event: "ctr_a 2026-03-02", limit: 8 };
  const balances: bigint[] = [];
  let cursor: string | undefined;
  do {
    const page = await statement(books.database, { ...request, cursor });
    for (const { cause, at, balanceAfter } of page.items) {
      expect([cause, at.toISOString().slice(0, 10)]).toEqual(["ctr_a", "2026-03-02"]);
      balances.push(balanceAfter);
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(balances).toHaveLength(20);
  expect(balances).toEqual(balances.toSorted((a, b) => Number(b - a)));
});

test.each([1, 2, 3, 100])("pages of %i list every event exactly once", async (limit) => {
  const userId = await userWith(books.database, { sats: 5_000n, cents: 50n });
  for (const number of [1, 2, 3]) await withdraw(userId, `wdr_${String(number)}`);
  await mine(userId, ["ctr_a"], 12);
  await withdraw(userId, "wdr_4");
  const events = await allEvents({ userId, limit });
  expect(new Set(events.map(({ key }) => key)).size).toBe(7);
  expect(events).toHaveLength(7);
  const withdrawn = events.filter(({ cause }) => cause?.startsWith("wdr_"));
  expect(withdrawn.map(({ availableSats }) => availableSats)).toEqual(Array(4).fill(-520n));
  const times = events.map(({ lastAt }) => lastAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("an event stays one row when transfers are added", async () => {
  const userId = await userWith(books.database, { sats: 100n });
  const back = { ...payout(userId, "pos_1", 40n), code: "earn_principal_return" } as const;
  await post({
    ...back,
    id: newUuid(),
    debit: back.credit,
    credit: outsideAccount("chain"),
    code: "earn_principal_hold",
  });
  const [opened] = (await eventsOf(books.database, { userId, limit: 1 })).items;
  expect(opened).toMatchObject({ key: "pos_1", availableSats: -40n, transfers: 1 });
  await post(payout(userId, "ctr_a"));
  await post(back, { ...payout(userId, "pos_1", 3n), code: "earn_interest_payout" });
  const events = await allEvents({ userId, limit: 1 });
  expect(events.map(({ cause }) => cause)).toEqual(["pos_1", "ctr_a", null]);
  expect(events[0]).toMatchObject({
    firstAt: opened?.firstAt,
    firstCode: "earn_principal_hold",
    lastCode: "earn_interest_payout",
    availableSats: 3n,
    transfers: 3,
  });
  await expectProof(userId);
});

test("postings with a cause that is not an id are not merged", async () => {
  const userId = await userWith(books.database, {});
  for (const _ of [1, 2]) await post(payout(userId, "debt"), payout(userId, "debt"));
  const events = await allEvents({ userId, limit: 10 });
  expect(events.map(({ cause, transfers }) => [cause, transfers])).toEqual([
    ["debt", 2],
    ["debt", 2],
  ]);
});

test("a filter keeps or excludes events as a whole", async () => {
  const userId = await userWith(books.database, { sats: 1_000n, cents: 50n });
  await withdraw(userId, "wdr_1");
  const causes = async (filter: Partial<EventsRequest>) =>
    (await allEvents({ userId, limit: 1, ...filter })).map(({ firstCode }) => firstCode);
  expect(await causes({ account: "held" })).toEqual(["withdrawal_hold"]);
  expect(await causes({ asset: "USD" })).toEqual(["deposit"]);
  expect(await causes({ asset: "USD", account: "held" })).toEqual([]);
  expect(await causes({ asset: "BTC" })).toEqual(["withdrawal_hold", "deposit"]);
});

test("other users' events with the same cause are not listed", async () => {
  const own = await userWith(books.database, {});
  const theirs = await userWith(books.database, {});
  const adjustment = { code: "adjustment" } as const;
  await post(
    { ...payout(own, "adj_1", 5n), ...adjustment },
    { ...payout(theirs, "adj_1", 9n), ...adjustment },
  );
  const [event] = await allEvents({ userId: own, limit: 10 });
  expect(event).toMatchObject({ key: "adj_1", transfers: 1, availableSats: 5n });
  await post({ ...payout(theirs, "wdr_9", 9n), ...adjustment });
  await allEvents({ userId: theirs, limit: 10 });
  const foreign = { userId: own, event: "wdr_9", limit: 10 };
  expect((await statement(books.database, foreign)).items).toEqual([]);
  const shared = await statement(books.database, { ...foreign, event: event?.key });
  expect(shared.items.map(({ amount }) => amount)).toEqual([5n]);
});

test("events match the ledger after concurrent counts and posts", async () => {
  const userId = await userWith(books.database, { sats: 1n });
  const counted = async () => {
    await eventsOf(books.database, { userId, limit: 100 });
    for (const { sum, balance } of await eventProof(books.database, userId))
      expect(sum).toBe(balance);
  };
  await Promise.all([
    ...Array.from({ length: 30 }, (_, n) => post(payout(userId, `ctr_${String(n % 3)}`))),
    ...Array.from({ length: 30 }, counted),
  ]);
  await counted();
  const events = await allEvents({ userId, limit: 2 });
  expect(events.reduce((sum, { transfers }) => sum + transfers, 0)).toBe(31);
});

test.each(["", "1", "1.", "a.b", "999999999999999.x"])("cursor %j is rejected", async (cursor) => {
  const request = { userId: newUuid(), cursor, limit: 1 };
  await expect(eventsOf(books.database, request)).rejects.toThrow(RangeError);
});
