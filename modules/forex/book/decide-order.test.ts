/** The decision about an order, without a database. */
import { expect, test } from "vitest";
import { forexRefusals } from "../terms/refusals.ts";
import { TicksPendingError } from "./assert-ticks-processed.ts";
import type { Book } from "./book.ts";
import { decideOrder, type OrderFacts } from "./decide-order.ts";

const free: OrderFacts = {
  book: {} as Book,
  count: { recent: 9, pending: 299 },
  missedTick: undefined,
  isTurn: true,
};
const crowded = { recent: 9, pending: 300 };
const missedTick = new TicksPendingError(1_000);
const replaced = forexRefusals.order_unknown();
const draft = { isAtOnce: false, take: () => "taken" };
const refused = {
  isAtOnce: true,
  take: () => {
    throw forexRefusals.amount_invalid();
  },
};

test("an order is taken into its book, with what it replaces and whether it is filled now", () => {
  const take = (...inputs: unknown[]) => inputs;
  expect(decideOrder(free, { isAtOnce: true, take })).toEqual([free.book, undefined, true]);
});

test("300 pending orders do not keep a market order from being taken", () => {
  expect(decideOrder({ ...free, count: crowded }, { ...draft, isAtOnce: true })).toBe("taken");
});

test.each([
  [
    "too many in a second",
    { count: { recent: 10, pending: 0 }, missedTick },
    draft,
    "too_many_orders",
  ],
  ["an unknown order to replace", { replaced, count: crowded }, refused, "order_unknown"],
  ["a wrong amount", { count: crowded }, refused, "amount_invalid"],
  ["too many pending", { count: crowded }, draft, "too_many_pending"],
])("%s is refused", (_, facts, order, code) => {
  expect(() => decideOrder({ ...free, ...facts }, order)).toThrow(
    expect.objectContaining({ code }) as Error,
  );
});

test("an order that depends on a missed tick is not decided", () => {
  expect(() => decideOrder({ ...free, missedTick, replaced }, refused)).toThrow(missedTick);
});
