/** Tests that recomputing a payout from its own inputs detects any changed value. */
import { expect, test } from "vitest";
import { recompute } from "./recompute.ts";
import { checkWork, type WorkStatement } from "./work-check.ts";

const TERMS = {
  difficulty: "83000000000000",
  subsidySats: 312_500_000,
  feesSats: 0,
  poolFeePercent: "0",
  referenceId: "ref_start",
};

/** At these values, work of difficulty 265,600 is worth one satoshi. */
const first: WorkStatement = {
  id: "pay_1",
  number: 1,
  paidAt: "2026-03-01T10:00:00.000Z",
  lines: [
    {
      day: "2026-03-01",
      workBeforeMicros: "0",
      workAfterMicros: "597600000000",
      ...TERMS,
      earnedNanosats: "2250000000",
      unpaidNanosats: "0",
    },
  ],
  carryBeforeNanosats: "0",
  carryAfterNanosats: "250000000",
  payoutSats: 2,
  transferId: "t1",
};
const [line] = first.lines;
const second: WorkStatement = {
  ...first,
  id: "pay_2",
  number: 2,
  lines: line
    ? [
        {
          ...line,
          workBeforeMicros: "597600000000",
          workAfterMicros: "863200000000",
          earnedNanosats: "1000000000",
          unpaidNanosats: "500000000",
        },
      ]
    : [],
  carryBeforeNanosats: "250000000",
  carryAfterNanosats: "750000000",
  payoutSats: 0,
  transferId: null,
};
const all = (items: readonly WorkStatement[]) =>
  recompute(
    async () => ({ items, nextCursor: null }),
    () => undefined,
  );

test("work worth 2.25 satoshis pays 2 and carries over 0.25", () => {
  expect(checkWork(first)).toEqual({
    workedOutNanosats: 2_250_000_000n,
    unpaidNanosats: 0n,
    workMicros: 597_600_000_000n,
    addsUp: true,
  });
  expect(checkWork(second).addsUp).toBe(true);
});

test.each<[string, Partial<WorkStatement>, object]>([
  ["a satoshi more", { payoutSats: 3 }, {}],
  ["another carry", { carryAfterNanosats: "250000001" }, {}],
  ["all of it carried", { payoutSats: 0, carryAfterNanosats: "2250000000" }, {}],
  ["a debt carried", { payoutSats: 3, carryAfterNanosats: "-750000000" }, {}],
  [
    "a satoshi from nowhere",
    { carryBeforeNanosats: "1000000000", payoutSats: 3, carryAfterNanosats: "250000000" },
    {},
  ],
  ["more work", {}, { workAfterMicros: "597700000000" }],
  ["another difficulty", {}, { difficulty: "83000000000001" }],
  ["a pool fee", {}, { poolFeePercent: "0.1" }],
  ["more unpaid than earned", {}, { unpaidNanosats: "2250000001" }],
])("%s does not add up", (_what, changes, lineChanges) => {
  const lines = first.lines.map((one) => ({ ...one, ...lineChanges }));
  expect(checkWork({ ...first, ...changes, lines }).addsUp).toBe(false);
});

test("each payout must start with the previous payout's carry", async () => {
  expect(await all([second, first])).toEqual({ payouts: 2, lines: 2, paidSats: 2n, wrong: [] });
  expect(await all([second])).toMatchObject({ wrong: [2] });
  expect(await all([{ ...second, number: 3 }, first])).toMatchObject({ wrong: [3] });
  const gap = second.lines.map((one) => ({
    ...one,
    workBeforeMicros: "597700000000",
    workAfterMicros: "863300000000",
  }));
  expect(await all([{ ...second, lines: gap }, first])).toMatchObject({ wrong: [2] });
});

/**
 * Returns lines with work of difficulty 597,600 (worth 2.25 satoshis), starting at
 * `workBeforeMicros`.
 */
const from = (workBeforeMicros: string, day = "2026-03-01") =>
  first.lines.map((one) => ({
    ...one,
    day,
    workBeforeMicros,
    workAfterMicros: String(BigInt(workBeforeMicros) + 597_600_000_000n),
  }));

test("a day's work that has a gap or does not start at zero is reported", async () => {
  expect(await all([{ ...first, lines: from("265600000000") }])).toMatchObject({ wrong: [1] });
  const third = (lines: WorkStatement["lines"]): WorkStatement => ({
    ...first,
    number: 3,
    lines,
    carryBeforeNanosats: "500000000",
    carryAfterNanosats: "750000000",
  });
  const between: WorkStatement = {
    ...first,
    number: 2,
    lines: from("0", "2026-03-02"),
    carryBeforeNanosats: "250000000",
    carryAfterNanosats: "500000000",
  };
  expect(await all([third(from("597600000000")), between, first])).toMatchObject({ wrong: [] });
  expect(await all([third(from("863200000000")), between, first])).toMatchObject({ wrong: [3] });
  expect(await all([third(from("0")), between, first])).toMatchObject({ wrong: [3] });
  const later = third(from("597600000000", "2026-03-03"));
  expect(await all([later, between, first])).toMatchObject({ wrong: [3] });
});
