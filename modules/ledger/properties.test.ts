/**
 * Posts random events and compares results and balances with an oracle. Afterwards, the ledger must
 * pass verification.
 */
import {
  accountBalance,
  outsideAccount,
  post,
  userAccount,
  verifyLedger,
  type Transfer,
  type TransferEvent,
  type TransferKind,
  type TransferResult,
} from "#ledger";
import { newUuid } from "#platform";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { testDatabase, type TestDatabase } from "../../test/support/servers/database.ts";
import { LedgerOracle, type OracleAccount } from "../../test/support/money/ledger-oracle.ts";
import { length, seeds } from "../../test/support/seeds.ts";
import { TRANSFER_RESULTS } from "./transfer.ts";

const RUNS = length(100, 200);

let books: TestDatabase;
beforeAll(async () => {
  books = await testDatabase({ asSuperuser: true });
});
afterAll(() => books.close());

const PLACES = 8;
const kind = fc.oneof(
  { weight: 5, arbitrary: fc.constant("plain" as const) },
  { weight: 3, arbitrary: fc.constant("pending" as const) },
  {
    weight: 6,
    arbitrary: fc.constantFrom("post" as const, "void" as const, "release" as const),
  },
);
/**
 * `about` selects an earlier hold. If `isFitting` is true, the leg is adjusted to match that hold.
 */
const leg = fc.record({
  debit: fc.nat(PLACES - 1),
  credit: fc.nat(PLACES - 1),
  amount: fc.integer({ min: 1, max: 60 }),
  kind,
  about: fc.nat(),
  isFitting: fc.boolean(),
  hasCause: fc.boolean(),
});
const event = fc.record({
  legs: fc.array(leg, { minLength: 1, maxLength: 3 }),
  /** Resends an earlier event, either unchanged or with one more satoshi in its first leg. */
  again: fc.option(fc.record({ which: fc.nat(), isChanged: fc.boolean() }), { freq: 6 }),
});
const calls = fc.array(fc.array(event, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
});
type LegPlan = typeof leg extends fc.Arbitrary<infer Plan> ? Plan : never;
type EventPlan = typeof event extends fc.Arbitrary<infer Plan> ? Plan : never;

const results = new Set<TransferResult>();

test.each(seeds)(
  "results and balances match the oracle (seed %i)",
  { timeout: 60_000 },
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(calls, async (plan) => {
        const names = await openBooks();
        const oracle = new LedgerOracle(await oracleAccounts(names));
        const history: TransferEvent[] = [];
        const holds: Transfer[] = [];
        for (const eventPlans of plan) {
          const events = eventPlans.map((eventPlan) => makeEvent(eventPlan, names, history, holds));
          const expected = events.map((made) => oracle.post(made));
          const answers = await books.database.transaction((tx) => post(tx, events));
          expect(answers).toEqual(expected);
          for (const answer of expected.flat()) results.add(answer);
          events.forEach((made, index) => {
            history.push(made);
            if (expected[index]?.[0] === "ok")
              holds.push(...made.filter((part) => part.kind === "pending"));
          });
        }
        for (const [name, { balance }] of oracle.accounts)
          expect(await accountBalance(books.database, name)).toBe(balance);
      }),
      { numRuns: RUNS, seed },
    );
    await books.database.query("update ledger_accounts set closed = false where closed");
    expect(await verifyLedger(books.database)).toEqual([]);
  },
);

test("the random events produced every possible result", () => {
  expect([...results].toSorted()).toEqual([...TRANSFER_RESULTS].toSorted());
});

async function openBooks(): Promise<string[]> {
  const [ann, bob, cyd] = [
    await userWith(books.database, { sats: 100n, cents: 100n }),
    await userWith(books.database, { sats: 40n }),
    await userWith(books.database, {}),
  ];
  const closed = userAccount(cyd, "available", "BTC");
  await books.database.query("update ledger_accounts set closed = true where name = $1", [closed]);
  return [
    outsideAccount("chain"),
    userAccount(ann, "available", "BTC"),
    userAccount(ann, "held", "BTC"),
    userAccount(ann, "available", "USD"),
    userAccount(bob, "available", "BTC"),
    userAccount(bob, "held", "BTC"),
    closed,
    "nobody",
  ];
}

async function oracleAccounts(names: readonly string[]): Promise<Map<string, OracleAccount>> {
  const rows = await books.database.query<{
    name: string;
    asset: number;
    class: number;
    closed: boolean;
    balance: bigint;
    min_balance: bigint | null;
  }>("select * from ledger_accounts where name = any($1)", [names]);
  return new Map(
    rows.map((row) => [
      row.name,
      {
        asset: row.asset === 1 ? "BTC" : "USD",
        isHeld: row.class === 2,
        isClosed: row.closed,
        minimum: row.min_balance ?? undefined,
        balance: row.balance,
      },
    ]),
  );
}

function makeEvent(
  { legs, again }: EventPlan,
  names: readonly string[],
  history: readonly TransferEvent[],
  holds: readonly Transfer[],
): TransferEvent {
  const earlier = again && history[again.which % (history.length || 1)];
  if (!earlier) return legs.map((plan) => makeLeg(plan, names, holds));
  if (!again.isChanged) return earlier;
  return earlier.map((part, index) => (index === 0 ? { ...part, amount: part.amount + 1n } : part));
}

function makeLeg(plan: LegPlan, names: readonly string[], holds: readonly Transfer[]): Transfer {
  const base: Transfer = {
    id: newUuid(),
    debit: names[plan.debit] ?? "",
    credit: names[plan.credit] ?? "",
    amount: BigInt(plan.amount),
    code: "adjustment",
    ...(plan.hasCause ? { cause: `say "\\${plan.amount}", {it}` } : {}),
  };
  if (plan.kind === "plain") return base;
  if (plan.kind === "pending")
    return { ...base, ...(plan.isFitting ? holdable(base, names) : {}), kind: "pending" };
  const hold = holds[plan.about % (holds.length || 1)];
  const about = { kind: plan.kind satisfies TransferKind, pendingId: hold?.id ?? newUuid() };
  if (!hold || !plan.isFitting) return { ...base, ...about };
  return {
    ...base,
    ...about,
    debit: hold.credit,
    credit: plan.kind === "post" ? base.credit : hold.debit,
    amount: plan.kind === "release" ? base.amount : hold.amount,
  };
}

/** Returns the accounts for a hold by Ann or Bob: from available to held. */
function holdable({ amount }: Transfer, names: readonly string[]): Partial<Transfer> {
  const first = amount % 2n === 0n ? 1 : 4;
  return { debit: names[first] ?? "", credit: names[first + 1] ?? "" };
}
