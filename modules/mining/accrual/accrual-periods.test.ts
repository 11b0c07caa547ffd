/**
 * Tests time-based pay without a database: splitting into periods, carried fractions, the mining
 * switch, new reference values, and clocks that go back.
 */
import { difficultyOf, earnedNanosats, hashRateOfThs, NANOSATS_PER_SAT } from "#economics";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { seeds } from "../../../test/support/seeds.ts";
import type { ReferenceValues } from "../../treasury/reference-values.ts";
import { unpaidPeriods, type EarningTime, type SwitchedOn } from "./accrual-periods.ts";
import { settle } from "./settle-periods.ts";
import { alwaysOn, asSwitches, startValues as start } from "../testing/time-on.ts";

const harder: ReferenceValues = {
  ...start,
  id: "ref_harder",
  difficulty: difficultyOf("90000000000000.5"),
  validFrom: new Date("2026-03-11T10:30:00.123Z"),
};

const DAY = 86_400_000;
const at = (text: string) => new Date(text);
const startsAt = at("2026-03-01T09:00:00Z");
const contract = {
  hashRate: hashRateOfThs("100"),
  startsAt,
  endsAt: new Date(startsAt.getTime() + 30 * DAY),
  accruedUntil: startsAt,
} satisfies EarningTime;

/** Settles at each of the given times. Returns the total pay and the carried fraction. */
function payAt(
  times: readonly Date[],
  inputs: { switches: readonly SwitchedOn[]; references: ReferenceValues[] },
): { postedSats: bigint; carry: bigint; nanosats: bigint } {
  let account = { nanosats: 0n, postedSats: 0n };
  let accruedUntil = contract.startsAt;
  for (const until of times) {
    const periods = unpaidPeriods({ ...contract, accruedUntil }, { ...inputs, until });
    const { nanosats, payoutSats } = settle(account, periods);
    account = {
      nanosats: account.nanosats + nanosats,
      postedSats: account.postedSats + payoutSats,
    };
    accruedUntil = periods.at(-1)?.to ?? accruedUntil;
  }
  return { ...account, carry: account.nanosats - account.postedSats * NANOSATS_PER_SAT };
}

describe("the pay of a whole contract", () => {
  test("a contract settled after its end earns exactly its 30 days", () => {
    // 100 TH/s earn 227,220.26 sats in 30 days.
    const late = at("2027-01-01T00:00:00Z");
    const paid = payAt([late, late], { switches: alwaysOn, references: [start] });
    expect(paid.postedSats).toBe(227_220n);
    expect(paid.carry).toBe(
      earnedNanosats(contract.hashRate, 30n * 86_400_000n, start) % NANOSATS_PER_SAT,
    );
  });

  test.each(seeds)(
    "10,000 payouts at random times pay the same as one payout (seed %i)",
    (seed) => {
      const inputs = { switches: alwaysOn, references: [start, harder] };
      const whole = payAt([contract.endsAt], inputs);
      const random = pseudoRandom(seed);
      const cuts = Array.from(
        { length: 10_000 },
        () => new Date(startsAt.getTime() + Math.floor(random() * 30 * DAY)),
      ).toSorted((a, b) => +a - +b);
      expect(payAt([...cuts, contract.endsAt], inputs)).toEqual(whole);
    },
  );

  test("payouts at arbitrary times pay the same as one payout", () => {
    const time = fc.integer({ min: -DAY, max: 31 * DAY }).map((ms) => new Date(+startsAt + ms));
    const switching = fc
      .uniqueArray(time, { maxLength: 9, selector: Number })
      .map((times) => asSwitches(times.toSorted((a, b) => +a - +b)));
    fc.assert(
      fc.property(fc.array(time, { maxLength: 20 }), switching, (cuts, switches) => {
        const inputs = { switches, references: [start, harder] };
        const end = at("2026-06-01T00:00:00Z");
        expect(payAt([...cuts, end], inputs)).toEqual(payAt([end], inputs));
      }),
    );
  });
});

describe("accrual periods", () => {
  const until = at("2026-03-11T12:00:00Z");

  test("new reference values start a new accrual period", () => {
    const accruedUntil = at("2026-03-11T10:00:00Z");
    const periods = unpaidPeriods(
      { ...contract, accruedUntil },
      { switches: alwaysOn, references: [start, harder], until },
    );
    expect(periods.map(({ from, to, reference }) => [from, to, reference.id])).toEqual([
      [accruedUntil, harder.validFrom, "ref_start"],
      [harder.validFrom, until, "ref_harder"],
    ]);
    expect(periods.map(({ stretchFrom }) => stretchFrom)).toEqual([startsAt, harder.validFrom]);
  });

  test("accrual periods end at UTC midnight", () => {
    const periods = unpaidPeriods(contract, { switches: alwaysOn, references: [start], until });
    expect(periods).toHaveLength(11);
    expect(periods[1]?.from).toEqual(at("2026-03-02T00:00:00Z"));
    const sum = periods.reduce((total, { nanosats }) => total + nanosats, 0n);
    expect(sum).toBe(earnedNanosats(contract.hashRate, BigInt(+until - +startsAt), start));
  });

  test("time with mining switched off earns nothing", () => {
    const hour = 3_600_000;
    const switches = [
      { onAt: new Date(+startsAt + hour), offAt: new Date(+startsAt + 2 * hour) },
      { onAt: new Date(+startsAt + 5 * hour), offAt: null },
    ];
    const periods = unpaidPeriods(contract, {
      switches,
      references: [start],
      until: new Date(+startsAt + 6 * hour),
    });
    expect(periods.map(({ from, to }) => [+from - +startsAt, +to - +startsAt])).toEqual([
      [hour, 2 * hour],
      [5 * hour, 6 * hour],
    ]);
  });

  test("no pay accrues when the clock goes back", () => {
    const inputs = { references: [start], until: at("2026-03-01T08:00:00Z") };
    expect(unpaidPeriods(contract, { ...inputs, switches: alwaysOn })).toEqual([]);
    const twice = [...alwaysOn, ...alwaysOn];
    expect(unpaidPeriods(contract, { switches: twice, references: [start], until })).toHaveLength(
      11,
    );
  });
});
