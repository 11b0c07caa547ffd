/**
 * Tests that the total pay for measured work does not depend on how the work is split. It must be
 * exact to 10^-9 sat, below and above the caps, with late batches and payouts at any time.
 */
import { difficultyOf, NANOSATS_PER_SAT, workNanosats } from "#economics";
import { expect, test } from "vitest";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";
import type { ReferenceValues } from "../../treasury/reference-values.ts";
import { startValues } from "../testing/time-on.ts";
import { grownPeriods, paidByDay, settleWork, type CountedPeriod } from "./settle-work.ts";
import { workPeriodsOf } from "./work-periods.ts";

const SLOT_MS = 600_000;
const SLOTS = 288;
const BEGIN = Date.parse("2026-03-10T00:00:00Z");
const HISTORIES = length(300, 50_000);
const BATCHES_MAX = 40;
/** Maximum work of a batch, worth up to 4 satoshis. */
const WORK_MAX = 1_062_400_000_000;

const harder: ReferenceValues = {
  ...startValues,
  id: "ref_harder",
  difficulty: difficultyOf("90000000000000.5"),
  validFrom: new Date("2026-03-10T17:34:56.789Z"),
};
const REFERENCES = [startValues, harder];

type Work = ReadonlyMap<number, bigint>;

function periodsIn(work: Work) {
  const slots = [...work].toSorted(([a], [b]) => a - b);
  return workPeriodsOf(
    slots.map(([slot, workMicros]) => ({
      at: new Date(BEGIN + slot * SLOT_MS),
      workMicros,
    })),
    REFERENCES,
  );
}

/** Simulates a user with a constant daily cap who is paid whenever `pay` is called. */
function payee(capOfDay: bigint) {
  const counted = new Map<string, CountedPeriod>();
  const paid = new Map<string, bigint>();
  const account = { nanosats: 0n, postedSats: 0n, unpaidNanosats: 0n };
  const pay = (work: Work) => {
    const grown = grownPeriods(periodsIn(work), [...counted.values()]);
    const room = (day: string) => capOfDay - (paid.get(day) ?? 0n);
    const settled = settleWork(account, grown, { person: room, installation: () => capOfDay });
    for (const [day, nanosats] of paidByDay(settled))
      paid.set(day, (paid.get(day) ?? 0n) + nanosats);
    for (const { workAfter, earnedNanosats, unpaidNanosats, ...line } of settled.lines) {
      const key = `${line.day} ${line.referenceId}`;
      const previous = counted.get(key);
      counted.set(key, {
        ...line,
        workMicros: workAfter,
        earnedNanosats: (previous?.earnedNanosats ?? 0n) + earnedNanosats,
        unpaidNanosats: (previous?.unpaidNanosats ?? 0n) + unpaidNanosats,
      });
    }
    account.nanosats += settled.nanosats;
    account.postedSats += settled.payoutSats;
    account.unpaidNanosats += settled.unpaidNanosats;
    expect(account.nanosats - account.postedSats * NANOSATS_PER_SAT).toBe(settled.carryAfter);
    expect(settled.carryAfter).toBeLessThan(NANOSATS_PER_SAT);
  };
  return { account, paid, pay };
}

test.each(seeds)("the total pay does not depend on how work is split (seed %i)", (seed) => {
  const random = pseudoRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let history = 0; history < HISTORIES; history += 1) {
    const cap = BigInt(1 + below(60)) * NANOSATS_PER_SAT + BigInt(below(1_000_000_000));
    const { account, paid, pay } = payee(cap);
    const work = new Map<number, bigint>();
    const batches = 1 + below(BATCHES_MAX);
    for (let batch = 0; batch < batches; batch += 1) {
      const slot = below(SLOTS);
      work.set(slot, (work.get(slot) ?? 0n) + BigInt(1 + below(WORK_MAX)));
      if (below(3) === 0) pay(work);
    }
    pay(work);
    pay(work);
    const earned = new Map<string, bigint>();
    for (const { day, reference, workMicros } of periodsIn(work))
      earned.set(day, (earned.get(day) ?? 0n) + workNanosats(workMicros, reference));
    for (const [day, nanosats] of earned)
      expect(paid.get(day)).toBe(nanosats < cap ? nanosats : cap);
    const total = [...earned.values()].reduce((sum, nanosats) => sum + nanosats, 0n);
    expect(account.nanosats + account.unpaidNanosats).toBe(total);
  }
});
