/**
 * Tests a rig's power charges without a database: rounding up, carried fractions, and insufficient
 * balances.
 */
import { difficultyOf, hashRateOfThs, NANOSATS_PER_SAT, powerNanosats } from "#economics";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { seeds } from "../../../test/support/seeds.ts";
import type { ReferenceValues } from "../../treasury/reference-values.ts";
import { settleRig, type RigAccount } from "./settle-rig.ts";
import { unpaidPeriods, type SwitchedOn, type Tariff } from "./accrual-periods.ts";
import { alwaysOn, asSwitches, startValues as start } from "../testing/time-on.ts";

const dearer: ReferenceValues = {
  ...start,
  id: "ref_dearer",
  centsPerBtc: 4_567_891n,
  difficulty: difficultyOf("90000000000000.5"),
  validFrom: new Date("2026-03-11T10:30:00.123Z"),
};
const tariffs: Tariff[] = [
  { usdPerKwh: "0.073", validFrom: new Date("2026-03-05T01:02:03.004Z") },
  { usdPerKwh: "0.2", validFrom: new Date("2026-03-20T05:06:07.008Z") },
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const startsAt = new Date("2026-03-01T09:00:00Z");
const s19 = { hashRate: hashRateOfThs("110"), startsAt, endsAt: null, watts: 3_250n };
const NOTHING: RigAccount = { nanosats: 0n, postedSats: 0n, powerNanosats: 0n, chargedSats: 0n };
const RICH = { availableSats: 10n ** 12n, isLast: false };

interface Inputs {
  switches: readonly SwitchedOn[];
  references: ReferenceValues[];
  tariffs: Tariff[];
}

/**
 * Settles at each of the given times, with a balance that always covers the power. Returns the
 * totals.
 */
function settleAt(times: readonly Date[], inputs: Inputs): RigAccount {
  let account = NOTHING;
  let accruedUntil = startsAt;
  for (const until of times) {
    const periods = unpaidPeriods({ ...s19, accruedUntil }, { ...inputs, until });
    const settled = settleRig(account, periods, RICH);
    if (!settled || settled.stopsAt) throw new Error("the balance carries everything");
    const { settlement, power } = settled;
    account = {
      nanosats: account.nanosats + settlement.nanosats,
      postedSats: account.postedSats + settlement.payoutSats,
      powerNanosats: account.powerNanosats + power.nanosats,
      chargedSats: account.chargedSats + power.chargedSats,
    };
    accruedUntil = periods.at(-1)?.to ?? accruedUntil;
  }
  return account;
}

describe("power charges", () => {
  test("at 0.1 USD per kWh, an S19 Pro earns 8,331 sats a day and pays 13,000 for power", () => {
    // Power: 3.25 kW x 24 h x 0.1 USD = 7.80 USD. Earnings: 7,574.0089 x 1.1 = 8,331.41 sats.
    const day = new Date(+startsAt + DAY);
    const account = settleAt([day], { switches: alwaysOn, references: [start], tariffs: [] });
    expect(account).toMatchObject({ chargedSats: 13_000n, postedSats: 8_331n });
  });

  test.each(seeds)(
    "10,000 settlements at random times charge the same as one settlement (seed %i)",
    (seed) => {
      const inputs = { switches: alwaysOn, references: [start, dearer], tariffs };
      const end = new Date(+startsAt + 30 * DAY);
      const random = pseudoRandom(seed);
      const cuts = Array.from(
        { length: 10_000 },
        () => new Date(+startsAt + Math.floor(random() * 30 * DAY)),
      ).toSorted((a, b) => +a - +b);
      const whole = settleAt([end], inputs);
      expect(settleAt([...cuts, end], inputs)).toEqual(whole);
      expect(whole.chargedSats).toBe(
        (whole.powerNanosats + NANOSATS_PER_SAT - 1n) / NANOSATS_PER_SAT,
      );
    },
  );

  test("settlements at arbitrary times charge the same as one settlement", () => {
    const time = fc.integer({ min: -DAY, max: 31 * DAY }).map((ms) => new Date(+startsAt + ms));
    const switching = fc
      .uniqueArray(time, { maxLength: 9, selector: Number })
      .map((times) => asSwitches(times.toSorted((a, b) => +a - +b)));
    fc.assert(
      fc.property(fc.array(time, { maxLength: 20 }), switching, (cuts, switches) => {
        const inputs = { switches, references: [start, dearer], tariffs };
        const end = new Date("2026-06-01T00:00:00Z");
        expect(settleAt([...cuts, end], inputs)).toEqual(settleAt([end], inputs));
      }),
    );
  });

  test("a new tariff applies only to power used after the change", () => {
    const changed: Tariff = { usdPerKwh: "0.2", validFrom: new Date(+startsAt + 6 * HOUR) };
    const day = new Date(+startsAt + 12 * HOUR);
    const inputs = { switches: alwaysOn, references: [start], tariffs: [changed] };
    // Power for 6 h at 0.1 USD and 6 h at 0.2 USD: 1.95 + 3.90 = 5.85 USD
    expect(settleAt([day], inputs).chargedSats).toBe(9_750n);
    const periods = unpaidPeriods({ ...s19, accruedUntil: startsAt }, { ...inputs, until: day });
    expect(periods.map(({ power }) => power?.usdPerKwh)).toEqual(["0.1", "0.2"]);
  });

  test("a contract is not charged for power", () => {
    const periods = unpaidPeriods(
      { ...s19, watts: null, accruedUntil: startsAt },
      { switches: alwaysOn, references: [start], tariffs, until: new Date(+startsAt + HOUR) },
    );
    expect(periods).toMatchObject([{ power: null }]);
  });
});

describe("a balance below the power cost", () => {
  const until = new Date(+startsAt + 10 * HOUR);
  const periods = unpaidPeriods(
    { ...s19, accruedUntil: startsAt },
    { switches: alwaysOn, references: [start], tariffs: [], until },
  );

  test("the rig is settled up to the last millisecond that the balance covers", () => {
    // The rig loses 4,668.59 sats per day, or 194.52 per hour, so 973 sats last about 5 hours.
    const settled = settleRig(NOTHING, periods, { availableSats: 973n, isLast: false });
    const { stopsAt, settlement, power } = settled ?? {};
    const hours = (Number(stopsAt) - +startsAt) / HOUR;
    expect(hours).toBeGreaterThan(4.99);
    expect(hours).toBeLessThan(5.01);
    expect(973n + (settlement?.payoutSats ?? 0n)).toBeGreaterThanOrEqual(power?.chargedSats ?? 0n);
    expect(settlement?.periods.at(-1)?.to).toEqual(stopsAt);
    const more = powerNanosats(3_250n, BigInt(Number(stopsAt) + 1 - +startsAt), "0.1", start);
    expect(more).toBeGreaterThan((power?.chargedSats ?? 0n) * NANOSATS_PER_SAT);
  });

  test("a rig with an empty balance stops at the time of its last settlement", () => {
    const settled = settleRig(NOTHING, periods, { availableSats: 0n, isLast: false });
    expect(settled?.power.chargedSats).toBeLessThanOrEqual(settled?.settlement.payoutSats ?? 0n);
    expect(Number(settled?.stopsAt) - +startsAt).toBeLessThan(60_000);
  });

  test("the charge never exceeds balance plus earnings", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 3_000n }), fc.boolean(), (availableSats, isLast) => {
        const settled = settleRig(NOTHING, periods, { availableSats, isLast });
        if (!settled) return;
        const remainingSats =
          availableSats + settled.settlement.payoutSats - settled.power.chargedSats;
        expect(remainingSats).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  test("rounding does not stop a rig that earns more than its power costs", () => {
    const cheap: Tariff = { usdPerKwh: "0.06", validFrom: new Date("2026-02-01T00:00:00Z") };
    const soon = new Date(+startsAt + 5_000);
    // The rig earns 0.48 sats, rounded to 0, and uses 0.45 sats of power, rounded to 1.
    const few = unpaidPeriods(
      { ...s19, accruedUntil: startsAt },
      { switches: alwaysOn, references: [start], tariffs: [cheap], until: soon },
    );
    expect(settleRig(NOTHING, few, { availableSats: 0n, isLast: false })).toBeUndefined();
    const last = settleRig(NOTHING, few, { availableSats: 0n, isLast: true });
    expect(last?.power.chargedSats).toBe(0n);
  });
});
