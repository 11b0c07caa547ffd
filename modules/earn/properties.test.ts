/**
 * Tests random sequences of openings, exits, payouts, rate changes and days. The reserve must
 * always equal the interest owed to open positions, no money may appear or disappear, and each user
 * must end with their deposits plus the correct interest.
 */
import { percentText } from "#economics";
import { accountBalance, verifyLedger } from "#ledger";
import { Refusal } from "#platform";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  earnDeps,
  earnRequest,
  newAddress,
  lockedInterestSats,
  availableCoins,
  saver,
  setFunding,
  setRate,
} from "../../test/support/money/earn.ts";
import { exitPosition } from "./exit-position.ts";
import { FUNDING, RESERVE } from "./fund.ts";
import { listPositions } from "./list-positions.ts";
import { openPosition } from "./open-position.ts";
import { PRODUCTS } from "./products.ts";
import { workEarn } from "./workers.ts";

const PEOPLE = 4;
const START_SATS = 300_000_000n;

const test_ = fileDatabase();

type Step =
  | { readonly do: "open"; readonly who: number; readonly product: number; readonly sats: bigint }
  | { readonly do: "leave"; readonly who: number; readonly which: number }
  | { readonly do: "wait"; readonly hours: number }
  | { readonly do: "fund"; readonly sats: bigint }
  | { readonly do: "rate"; readonly product: number; readonly apy: number };

const who = fc.nat(PEOPLE - 1);
const product = fc.nat(PRODUCTS.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("open" as const),
      who,
      product,
      sats: fc.oneof(
        fc.bigInt({ min: -1n, max: 2_000_000n }),
        fc.bigInt({ min: 1n, max: 200_000_000n }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("leave" as const), who, which: fc.nat(20) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      hours: fc.integer({ min: 0, max: 1_500 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("fund" as const),
      sats: fc.bigInt({ min: 0n, max: 300_000_000n }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("rate" as const),
      product,
      apy: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
);

test("after every step, the reserve equals the interest owed", async () => {
  const { database } = test_;
  const deps = earnDeps(database);
  const balance = (name: string) => accountBalance(database, name);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, () => saver(database, START_SATS)),
      );
      for (const one of steps) {
        await apply(one, people).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        expect(await balance(RESERVE)).toBe(await lockedInterestSats(database));
      }
      for (const userId of people) await checkPerson(userId);
    }),
    { numRuns: 25 },
  );
  expect(await verifyLedger(database)).toEqual([]);

  async function apply(one: Step, people: readonly string[]): Promise<void> {
    const userId = "who" in one ? (people[one.who] ?? "") : "";
    if (one.do === "open") {
      const wanted = PRODUCTS[one.product];
      if (!wanted) throw new Error("no such product");
      const request = earnRequest(userId);
      const findProduct = () => wanted;
      await openPosition(deps, {
        request,
        origin: { ip: newAddress() },
        findProduct,
        amountSats: one.sats,
      });
    } else if (one.do === "leave") {
      const { positions } = await listPositions(deps, { userId });
      const chosen = positions[one.which % Math.max(1, positions.length)];
      const positionId = chosen?.id ?? "pos_none";
      await exitPosition(deps, { request: earnRequest(userId), positionId });
    } else if (one.do === "wait") {
      deps.clock.advance(one.hours * 3_600_000);
      await workAndCompare();
    } else if (one.do === "fund") await setFunding(database, one.sats);
    else await setRate(deps, PRODUCTS[one.product]?.id ?? "", percentText(one.apy));
  }

  /**
   * Runs the worker. Reserve and fund together must decrease by exactly the interest paid to users.
   */
  async function workAndCompare(): Promise<void> {
    const before = (await balance(RESERVE)) + (await balance(FUNDING));
    const paid = await paidInAll();
    await workEarn(deps);
    const after = (await balance(RESERVE)) + (await balance(FUNDING));
    expect(before - after).toBe((await paidInAll()) - paid);
  }

  async function paidInAll(): Promise<bigint> {
    const [row] = await database.query<{ paid: bigint }>(
      "select coalesce(sum(paid_sats), 0)::bigint as paid from earn_positions",
    );
    return row?.paid ?? 0n;
  }

  /**
   * Checks that a user's coins equal the deposit plus paid interest, and that the held coins equal
   * the open positions.
   */
  async function checkPerson(userId: string): Promise<void> {
    const { investedSats, paidSats } = await listPositions(deps, { userId });
    const { availableSats, heldSats } = await availableCoins(database, userId);
    expect(heldSats).toBe(investedSats);
    expect(availableSats + heldSats).toBe(START_SATS + paidSats);
  }
}, 120_000);
