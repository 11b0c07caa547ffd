import { describe, expect, test } from "vitest";
import { bannersAt, isToChange, localInput, stateOf, utcOf, type Banner } from "./banner-view.ts";
import {
  breakEvenText,
  fieldsOf,
  operatorCents,
  payBackText,
  planResult,
  termChanges,
  termsFact,
  termSteps,
  type Item,
  type Plan,
  type TermsGroup,
} from "./terms-view.ts";
import type { Settings } from "./settings-view.ts";

const reference = {
  id: "ref_start",
  validFrom: "2024-05-09T00:00:00.000Z",
  source: "a test",
  setBy: "Hashfloor",
  values: {
    usdPerBtc: "60000",
    difficulty: "83000000000000",
    subsidyBtc: "3.125",
    feesBtc: "0",
    poolFeePercent: "0",
    usdPerKwh: "0.05",
    boostUsdPerThsDay: "0.05",
  },
};

test("a change shows the field, both values and the unit", () => {
  const was = { price: "99", isOffered: "1" };
  expect(termSteps("plan", was, { price: "1200.5", isOffered: "0" })).toEqual([
    "Price 99 USD to 1,200.5 USD",
    "On sale yes to no",
  ]);
  expect(termSteps("plan", was, was)).toEqual([]);
  expect(termSteps("faucet", { waitMinutes: "0" }, { waitMinutes: "30" })).toEqual([
    "Pause between two grants 0 minutes to 30 minutes",
  ]);
});

test("a field that earlier versions lack is shown as new instead of changed from 0", () => {
  const before = { least: "0.0001", daily: "0.05", waitMinutes: "0" };
  const after = { ...before, networkAccounts: "40", totalDaily: "50" };
  expect(termSteps("faucet", before, after)).toEqual([
    "Accounts per network and day 40 (new setting)",
    "Daily maximum (UTC) for all users 50 BTC (new setting)",
  ]);
});

test("current terms are summarized in one line", () => {
  const group = (kind: TermsGroup["kind"], name: string, values: Record<string, string>) => ({
    kind,
    subject: name,
    name,
    versions: [{ ...reference, values }],
  });
  const limits = (maximum: string) => ({ minimum: "0.00000001", maximum, daily: "100" });
  expect(
    termsFact([
      group("withdrawal", "By Bank", limits("10")),
      group("withdrawal", "By PayPal", limits("20")),
    ]),
  ).toBe("Maximum per request: By Bank 10 BTC, By PayPal 20 BTC");
  expect(termsFact([group("review", "All methods", { one: "1", two: "5" })])).toBe(
    "Threshold for one administrator 1 BTC, Threshold for two administrators 5 BTC",
  );
  expect(
    termsFact([
      group("poolBlock", "Blocks", { shareMicros: "0.00002" }),
      group("poolPay", "Pay", { personDaily: "0.01", installationDaily: "0.1" }),
    ]),
  ).toBe(
    "Block difficulty 0.00002, Daily maximum (UTC) per user 0.01 BTC, Daily maximum (UTC) for all users 0.1 BTC",
  );
});

test("changes of several groups form one list that omits first versions", () => {
  const version = (id: string, price: string, validFrom: string) => ({
    ...reference,
    id,
    validFrom,
    values: { price, isOffered: "1" },
  });
  const groups: TermsGroup[] = [
    {
      kind: "plan",
      subject: "one",
      name: "One",
      versions: [
        version("b", "2", "2026-01-02T00:00:00Z"),
        version("a", "1", "2024-01-01T00:00:00Z"),
      ],
    },
    {
      kind: "plan",
      subject: "two",
      name: "Two",
      versions: [
        version("d", "4", "2026-01-03T00:00:00Z"),
        version("c", "3", "2024-01-01T00:00:00Z"),
      ],
    },
  ];
  expect(termChanges(groups).map(({ what }) => what)).toEqual([
    "Two: Price 3 USD to 4 USD",
    "One: Price 1 USD to 2 USD",
  ]);
  expect(fieldsOf(groups).map(([name]) => name)).toEqual(["price", "isOffered"]);
});

test("a price is previewed with the same formula as a purchase", () => {
  const plan = { hashRateThs: "50", durationDays: 30 } as Plan;
  const at = (price: string) => planResult(plan, price, reference);
  expect(at("99").resultCents).toBe(-3083n);
  expect(breakEvenText(at("99"))).toBe("87,140.11 USD per BTC");
  const item = { hashRateThs: "110", powerKw: "3.25" } as Item;
  // 110 TH/s earn 4.9986 USD a day and 3.25 kW cost 3.90 USD a day: 3,500 / 1.0986 = 3,185.9.
  expect(payBackText(item, "3500", reference)).toBe("3,186 days");
  const dear = { ...reference, values: { ...reference.values, usdPerKwh: "0.1" } };
  expect(payBackText(item, "3500", dear)).toBe("never");
});

describe("an announcement", () => {
  const banner = { text: "Soon", from: "2026-01-02T00:00:00.000Z", until: null } as Banner;

  test.each([
    [undefined, "none"],
    [{ ...banner, text: "" }, "none"],
    [{ ...banner, from: "2026-01-03T00:00:00.001Z" }, "planned"],
    [banner, "shown"],
    [{ ...banner, until: "2026-01-03T00:00:00.000Z" }, "over"],
  ] as const)("%o is %s", (one, state) => {
    expect(stateOf(one, "2026-01-03T00:00:00.000Z")).toBe(state);
  });

  const at = "2026-01-03T00:00:00.000Z";
  const one = (id: string, from: string, until: string | null = null) => ({
    ...banner,
    id,
    from,
    until,
  });
  const planned = one("planned", "2026-01-04T00:00:00.000Z");
  const running = one("running", "2026-01-02T00:00:00.000Z");
  const old = one("old", "2026-01-01T00:00:00.000Z", "2026-01-01T12:00:00.000Z");
  const none = { ...running, id: "none", text: "" };

  test.each([
    ["nothing", [], null, [], []],
    [
      "a plan beside what is shown",
      [planned, running, old],
      running,
      ["shown", "planned"],
      ["old"],
    ],
    ["the shown one, even if it is not the newest", [planned], running, ["shown", "planned"], []],
    ["the shown one", [running, old], running, ["shown"], ["old"]],
    ["a plan", [planned, none, running], null, ["planned"], ["none", "running"]],
    ["one that is over", [old, running], null, ["over"], ["running"]],
    ["none after it was taken down", [none, running], null, [], ["running"]],
  ] as const)("is listed: %s", (_, banners, shownBanner, states, earlier) => {
    const sorted = bannersAt({ banners, shownBanner, at });
    expect(sorted.standing.map(({ state }) => state)).toEqual(states);
    expect(sorted.earlier.map(({ id }) => id)).toEqual(earlier);
  });

  test("is polled until its last start or end has passed", () => {
    const hasChangeAhead = (banners: Banner[], shownBanner: Banner | null) =>
      isToChange({ banners, shownBanner, at } as Settings);
    const ending = one("ending", running.from, "2026-01-05T00:00:00.000Z");
    expect(hasChangeAhead([planned, running], running)).toBe(true);
    expect(hasChangeAhead([ending], ending)).toBe(true);
    expect(hasChangeAhead([running], running)).toBe(false);
    expect(hasChangeAhead([none, planned], null)).toBe(false);
  });

  test("is typed in the local time zone and sent in UTC", () => {
    const typed = new Date(2026, 0, 2, 14, 30).toISOString();
    expect(localInput(typed)).toBe("2026-01-02T14:30");
    expect(utcOf("2026-01-02T14:30")).toBe(typed);
    expect([localInput(null), utcOf(""), utcOf("soon")]).toEqual(["", null, null]);
  });
});

test("the operator is expected to lose 45.98 USD on the largest plan", () => {
  const plan = (hashRateThs: string) => ({ hashRateThs, durationDays: 30 }) as Plan;
  const item = (hashRateThs: string, powerKw: string) => ({ hashRateThs, powerKw }) as Item;
  const at = { ...reference, values: { ...reference.values, usdPerKwh: "0.1" } };
  expect(operatorCents(plan("1500"), "1999", at)).toBe(-4_598n);
  expect(operatorCents(plan("50"), "99", at)).toBe(3_083n);
  // 3,500 + 1,095 days of 7.80 for power - 1,095 days of 4.9988 paid.
  expect(operatorCents(item("110", "3.25"), "3500", at)).toBe(350_000n + 1_095n * 780n - 547_374n);
  expect(operatorCents(item("0", "0"), "150", at)).toBe(15_000n);
});
