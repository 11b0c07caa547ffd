/**
 * Tests reports on random histories in the real ledger. For every range, the report must balance
 * and match a separate calculation from the history.
 */
import {
  balancesOf,
  houseAccount,
  outsideAccount,
  userAccount,
  type Asset,
  type Transfer,
  type TransferCode,
} from "#ledger";
import { newUuid } from "#platform";
import fc from "fast-check";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { postDated, type DatedEvent } from "../../test/support/money/dated-transfers.ts";
import { dayOf, daysOf } from "./day-range.ts";
import { getReport, type AnalyticsView } from "./get-report.ts";
import { netOf } from "./report.ts";

const RUNS = 40;
const DAYS = 40;
const NOW = new Date("2026-03-31T12:00:00Z");
const DAY_MS = 86_400_000;
const IN: readonly TransferCode[] = ["deposit", "mining_payout", "earn_interest_payout"];
const OUT: readonly TransferCode[] = ["contract_purchase", "boost_purchase", "deposit_reversal"];

const books = fileDatabase();

/**
 * A random transfer. "out" spends `share` tenths of the balance. "hold" only holds that amount,
 * "withdraw" holds and then sends it, and "cancel" holds and then releases it.
 */
const step = fc.record({
  hoursLater: fc.integer({ min: 0, max: 60 }),
  asset: fc.constantFrom<Asset>("BTC", "USD"),
  kind: fc.constantFrom("in", "out", "withdraw", "cancel", "hold"),
  code: fc.nat(2),
  amount: fc.bigInt({ min: 1n, max: 10_000_000n }),
  share: fc.integer({ min: 0, max: 10 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const range = fc.tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1));

test(
  "opening + contributions + income - cost - withdrawals = closing",
  { timeout: 60_000 },
  async () => {
    const deps = { database: books.database, clock: { now: () => NOW } };
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.array(range, { minLength: 3, maxLength: 3 }),
        async (steps, ranges) => {
          const userId = await userWith(books.database, {});
          const events = historyOf(userId, steps);
          await postDated(books.database, events);
          for (const places of ranges) {
            const [first = 0, last = 0] = places.toSorted((a, b) => a - b);
            const [from, to] = [dayBack(DAYS - 1 - first), dayBack(DAYS - 1 - last)];
            const report = await getReport(deps, { userId, from, to });
            expectToAddUp(report, userId, events);
          }
          const whole = await getReport(deps, { userId });
          const { availableSats, heldSats } = await balancesOf(books.database, userId);
          expect(whole.sums.BTC.closing).toBe(availableSats + heldSats);
        },
      ),
      { numRuns: RUNS },
    );
  },
);

function expectToAddUp(report: AnalyticsView, userId: string, events: readonly DatedEvent[]) {
  for (const asset of ["BTC", "USD"] as const) {
    const sum = report.sums[asset];
    expect(sum.opening + netOf(sum)).toBe(sum.closing);
    expect(sum.isBalanced).toBe(true);
    expect(sum.closing).toBe(walk(events, userId, asset, report.range.to));
    const results = report.lines.reduce(
      (total, { side, amounts }) => total + (side === "income" ? amounts[asset] : -amounts[asset]),
      0n,
    );
    expect(results).toBe(sum.income - sum.cost);
    for (const day of report.days)
      expect(day[asset].value).toBe(walk(events, userId, asset, day.day));
  }
  expect(report.days.map(({ day }) => day)).toEqual(daysOf(report.range));
}

/**
 * Returns the expected balance of the user's accounts at the end of the day, by adding up every
 * transfer.
 */
function walk(events: readonly DatedEvent[], userId: string, asset: Asset, day: string): bigint {
  const own = ["available", "held"].map((part) => `user:${userId}:${part}:${asset}`);
  let value = 0n;
  for (const { at, transfers } of events) {
    if (at.toISOString().slice(0, 10) > day) continue;
    for (const { debit, credit, amount } of transfers) {
      if (own.includes(credit)) value += amount;
      if (own.includes(debit)) value -= amount;
    }
  }
  return value;
}

function historyOf(userId: string, steps: readonly Step[]): DatedEvent[] {
  const available = { BTC: 0n, USD: 0n };
  let at = NOW.getTime() - (DAYS - 2) * DAY_MS;
  return steps.flatMap((plan) => {
    at = Math.min(at + plan.hoursLater * 3_600_000, NOW.getTime());
    return transfersOf(userId, plan, available)
      .filter((transfers) => transfers.length > 0)
      .map((transfers) => ({ at: new Date(at), transfers }));
  });
}

function transfersOf(userId: string, plan: Step, available: Record<Asset, bigint>): Transfer[][] {
  const { asset, kind, code, share } = plan;
  const outside = outsideAccount(asset === "BTC" ? "chain" : "issuer");
  const own = userAccount(userId, "available", asset);
  const held = userAccount(userId, "held", asset);
  if (kind === "in") {
    available[asset] += plan.amount;
    const why = IN[code] ?? "deposit";
    return [[{ id: newUuid(), debit: outside, credit: own, amount: plan.amount, code: why }]];
  }
  const amount = (available[asset] * BigInt(share)) / 10n;
  if (amount < 2n) return [];
  if (kind !== "cancel") available[asset] -= amount;
  const sent = OUT[code] ?? "deposit_reversal";
  if (kind === "out") return [[{ id: newUuid(), debit: own, credit: outside, amount, code: sent }]];
  const hold = (part: bigint): Transfer => ({
    id: newUuid(),
    debit: own,
    credit: held,
    amount: part,
    code: "withdrawal_hold",
    kind: "pending",
  });
  if (kind === "hold") return [[hold(amount)]];
  const [payout, fee] = [hold(amount - 1n), hold(1n)];
  const end = (from: Transfer, credit: string, why: TransferCode, how: "post" | "void") =>
    ({
      ...from,
      id: newUuid(),
      debit: held,
      credit,
      code: why,
      kind: how,
      pendingId: from.id,
    }) as const;
  const ends =
    kind === "cancel"
      ? [end(payout, own, "withdrawal_void", "void"), end(fee, own, "withdrawal_void", "void")]
      : [
          end(payout, outside, "withdrawal", "post"),
          end(fee, houseAccount("fees", asset), "withdrawal_fee", "post"),
        ];
  return [[payout, fee], ends];
}

function dayBack(days: number): string {
  return dayOf(new Date(NOW.getTime() - days * DAY_MS));
}
