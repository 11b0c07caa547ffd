/**
 * Tests the results of the shop's rigs at 60,000 USD per BTC, difficulty 83e12 and 0.1 USD per kWh.
 * No rig pays back at these values.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsPerBtcOf, chargeSats, type DatedRate } from "./conversion.ts";
import { buyBackCents, buyBackSats, rigResult } from "./rig.ts";
import { kwText, powerNanosats, wattsOfKw } from "./power.ts";
import { DAY_MS, type RewardTerms } from "./reward.ts";
import { difficultyOf, hashRateOfThs } from "./units.ts";

const rate: DatedRate = { centsPerBtc: 6_000_000n, validFrom: new Date("2024-05-09T00:00:00Z") };
const terms: RewardTerms = {
  difficulty: difficultyOf("83000000000000"),
  subsidySats: 312_500_000n,
  feesSats: 0n,
  poolFeeMillionths: 0n,
};

function machine(ths: string, kw: string, priceCents: bigint) {
  return { hashRate: hashRateOfThs(ths), watts: wattsOfKw(kw), priceCents };
}

const s19 = machine("110", "3.25", 350_000n);

describe("rigs at the initial reference values", () => {
  test.each([
    // Earnings: 7,574.0089 sats a day per 100 TH/s. Power: kW x 24 h x 0.1 USD.
    ["S19 Pro", s19, 500n, 780n, -280n, "0.0641"],
    ["M30S++", machine("112", "3.47", 380_000n), 509n, 833n, -324n, "0.0611"],
  ])(
    "the %s earns less than its power costs and never pays back",
    (_, one, earnsCents, powerCents, netCents, coveredBelowUsdPerKwh) => {
      expect(rigResult(one, "0.1", terms, rate)).toMatchObject({
        earnsCents,
        powerCents,
        netCents,
        payBackDays: null,
        coveredBelowUsdPerKwh,
      });
    },
  );

  test("the Mining Rig Frame earns nothing, draws no power and never pays back", () => {
    expect(rigResult(machine("0", "0", 15_000n), "0.1", terms, rate)).toEqual({
      earnsSats: 0n,
      earnsCents: 0n,
      powerSats: 0n,
      powerCents: 0n,
      netSats: 0n,
      netCents: 0n,
      payBackDays: null,
      coveredBelowUsdPerKwh: null,
    });
  });
});

describe("rigs with a custom tariff", () => {
  test("at 0.02 USD per kWh the S19 Pro pays back after 1,018 days", () => {
    // Daily net: 4.99885 - 3.25 x 24 x 0.02 = 3.43885 USD. Payback: 3,500 / 3.43885 = 1,017.8 days.
    expect(rigResult(s19, "0.02", terms, rate)).toMatchObject({
      powerCents: 156n,
      netCents: 344n,
      payBackDays: 1_018n,
      coveredBelowUsdPerKwh: "0.0641",
    });
    expect(rigResult(s19, "0.0640", terms, rate).netCents).toBeGreaterThan(0n);
    expect(rigResult(s19, "0.0642", terms, rate).payBackDays).toBeNull();
  });

  test("a payback time of more than a century is reported as never", () => {
    expect(rigResult(s19, "0.06408", terms, rate)).toMatchObject({ payBackDays: null });
  });
});

describe("power cost", () => {
  test("3.25 kW for a day at 0.1 USD per kWh cost 7.80 USD or 13,000 sats", () => {
    expect(powerNanosats(3_250n, DAY_MS, "0.1", rate)).toBe(13_000n * 1_000_000_000n);
  });

  test("any running time has a power cost, rounded up to 10^-9 sat", () => {
    expect(powerNanosats(1n, 1n, "0.000001", { ...rate, centsPerBtc: 10n ** 14n })).toBe(1n);
    expect(powerNanosats(3_250n, 0n, "0.1", rate)).toBe(0n);
  });

  test("kW are parsed and formatted without loss", () => {
    expect(kwText(wattsOfKw("3.47"))).toBe("3.47");
    expect(() => wattsOfKw("3.4701")).toThrow(RangeError);
  });
});

describe("the buy-back price", () => {
  const day = DAY_MS;
  /** Purchase price: 3,500 USD at 60,000 USD per BTC. */
  const paid = { paidCents: 350_000n, paidSats: 5_833_334n };
  const at = (usdPerBtc: string) => ({ ...rate, centsPerBtc: centsPerBtcOf(usdPerBtc) });
  test("the buy-back price starts at 80 % and falls linearly to zero over 36 months", () => {
    expect(buyBackCents(paid, 0n, rate)).toBe(280_000n);
    expect(buyBackSats(paid, 0n, rate)).toBe(4_666_666n); // 2,800 USD at 60,000 USD per BTC, rounded down
    expect(buyBackCents(paid, 219n * day, rate)).toBe(224_000n); // 280,000 cents less a fifth, after 219 of 1,095 days
    expect(buyBackCents(paid, 1_094n * day, rate)).toBe(255n); // one day left: 280,000 cents / 1,095, rounded down
    expect(buyBackCents(paid, 1_095n * day, rate)).toBe(0n);
    expect(buyBackSats(paid, 9_999n * day, rate)).toBe(0n);
  });

  test("the buy-back price drops once a day and does not rise if the clock is set back", () => {
    expect(buyBackCents(paid, day - 1n, rate)).toBe(280_000n);
    expect(buyBackCents(paid, day, rate)).toBe(279_744n);
    expect(buyBackCents(paid, -5n * day, rate)).toBe(280_000n);
  });

  test("the buy-back never returns more satoshis than were paid, at any BTC price", () => {
    expect(buyBackSats(paid, 0n, at("48000"))).toBe(5_833_333n); // 2,800 USD at 48,000 USD per BTC, rounded down
    expect(buyBackSats(paid, 0n, at("47999"))).toBe(5_833_334n);
    expect(buyBackSats(paid, 0n, at("6000"))).toBe(5_833_334n); // capped at the amount paid, instead of 46,666,666
    expect(buyBackCents(paid, 0n, at("6000"))).toBe(35_000n);
    expect(buyBackSats(paid, 0n, at("600000"))).toBe(466_666n);
    expect(buyBackCents(paid, 0n, at("600000"))).toBe(280_000n);
  });

  test("buying at one rate and immediately selling at another never makes a profit", () => {
    const rates = fc.bigInt({ min: 1n, max: 10_000_000_000n });
    fc.assert(
      fc.property(rates, rates, fc.bigInt({ min: 1n, max: 10n ** 12n }), (bought, sold, cents) => {
        const paidSats = chargeSats(cents, { ...rate, centsPerBtc: bought });
        const payment = { paidCents: cents, paidSats };
        expect(buyBackSats(payment, 0n, { ...rate, centsPerBtc: sold }) <= paidSats).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
