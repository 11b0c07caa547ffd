/** Tests that payouts wait after a clock jump or a long stop, and for no other reason. */
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../test/support/servers/database.ts";
import {
  createPayGate,
  isTimeBelieved,
  openPayGate,
  payGateState,
  type PayGate,
} from "./pay-gate.ts";
import { silentLog } from "./process/log.ts";

const file = fileDatabase();
const START = Date.parse("2026-05-05T12:00:00Z");
const DAY_MS = 86_400_000;

let wallMs: number;
let upMs: number;
beforeEach(async () => {
  wallMs = START;
  upMs = 5_000;
  await file.database.query(
    "update platform_pay_gate set seen_at = null, database_at = null, closed_reason = null, closed_at = null",
  );
});

const gate = (database = file.database) =>
  createPayGate({
    database,
    clock: { now: () => new Date(wallMs) },
    log: silentLog,
    uptimeMs: () => upMs,
  });

/** Compares the clocks, as the server's timer does, then requires a checked clock. */
const required = async (running: PayGate) => {
  await running.checkedClock();
  return running.requireCheckedClock();
};

/** Advances both clocks, and the wall clock additionally by `jumpMs`. */
function pass(milliseconds: number, jumpMs = 0): void {
  upMs += milliseconds;
  wallMs += milliseconds + jumpMs;
}

/** Simulates a stopped process. The database's clock advances by `databaseMs`. */
async function away(ms: number, databaseMs = ms): Promise<void> {
  wallMs += ms;
  await file.database.query(
    "update platform_pay_gate set database_at = database_at - $1 * interval '1 ms'",
    [databaseMs],
  );
}

const refused = { code: "pay_waits" };
const reason = async () => (await payGateState(file.database)).closedReason;

describe("a running process", () => {
  test.each([0, 1_000, DAY_MS, 30 * DAY_MS])(
    "%i ms on both clocks count as elapsed time",
    async (ms) => {
      const running = gate();
      await required(running);
      pass(ms);
      await required(running);
      expect(await reason()).toBeNull();
    },
  );

  test.each([60_000, -60_000])("%i ms count as an ordinary clock correction", async (jumpMs) => {
    const running = gate();
    pass(1_000, jumpMs);
    expect(await running.checkedClock()).toBeDefined();
  });

  test.each([
    [60_001, "The clock moved by 60 s at once."],
    [-3_600_000 - 120_000, "The clock moved by -1 h 2 min at once."],
    [10 * DAY_MS, "The clock moved by 10 days at once."],
  ])(
    "a jump of %i ms closes the gate until an administrator confirms the time",
    async (jumpMs, words) => {
      const running = gate();
      await required(running);
      pass(1_000, jumpMs);
      await expect(required(running)).rejects.toMatchObject(refused);
      pass(1_000);
      await expect(required(running)).rejects.toMatchObject(refused);
      await expect(required(gate())).rejects.toMatchObject(refused);
      expect(await openPayGate(file.database, new Date(wallMs))).toBe(words);
      await required(running);
      await expect(openPayGate(file.database, new Date(wallMs))).rejects.toMatchObject({
        code: "pay_does_not_wait",
      });
    },
  );
});

describe("two concurrent callers", () => {
  /** Runs two checks. The second check lasts until the first check has returned its result. */
  async function runConcurrently(jumpMs: number): Promise<unknown[]> {
    let reads = 0;
    const first = Promise.withResolvers<void>();
    const query: typeof file.database.query = async (sql, ...values) => {
      const rows = await file.database.query<never>(sql, ...values);
      if (sql.startsWith("select") && (reads += 1) === 2) await first.promise;
      return rows;
    };
    const running = gate({ ...file.database, query });
    pass(1_000, jumpMs);
    const one = running.checkedClock().finally(first.resolve);
    return Promise.all([one, running.checkedClock(), running.checkedClock()]);
  }
  const nobody = [undefined, undefined, undefined];

  test("are both refused after a jump", async () => {
    expect(await runConcurrently(8 * DAY_MS)).toEqual(nobody);
  });

  test("are both refused after a long stop", async () => {
    await required(gate());
    wallMs += 8 * DAY_MS;
    expect(await runConcurrently(0)).toEqual(nobody);
  });
});

test("a jump that could not be stored is found again for the next caller", async () => {
  let isThere = true;
  const query: typeof file.database.query = async (...inputs) => {
    if (!isThere) throw new Error("no database");
    return file.database.query(...inputs);
  };
  const running = gate({ ...file.database, query });
  await required(running);
  pass(1_000, DAY_MS);
  isThere = false;
  await expect(running.checkedClock()).rejects.toThrow("no database");
  isThere = true;
  expect(await running.checkedClock()).toBeUndefined();
  expect(await reason()).toBe("The clock moved by 24 h 0 min at once.");
});

test("the checked clock follows the machine's clock except for jumps", async () => {
  const paying = await required(gate());
  pass(5_000, 50);
  expect(paying.now().getTime()).toBe(START + 5_050);
  pass(1_000, DAY_MS);
  expect(paying.now().getTime()).toBe(START + 6_000);
  pass(0, -2 * DAY_MS);
  expect(paying.now().getTime()).toBe(START + 6_000);
});

describe("the check from memory", () => {
  test("a clock that was never compared is refused", () => {
    expect(() => gate().requireCheckedClock()).toThrow(expect.objectContaining(refused));
  });

  test.each([DAY_MS, -DAY_MS])(
    "a jump of %i ms since the last comparison is refused",
    async (jumpMs) => {
      const running = gate();
      await running.checkedClock();
      pass(10_000);
      expect(running.requireCheckedClock().now().getTime()).toBe(wallMs);
      pass(10_000, jumpMs);
      expect(() => running.requireCheckedClock()).toThrow(expect.objectContaining(refused));
      expect(await reason()).toBeNull();
      await running.checkedClock();
      expect(() => running.requireCheckedClock()).toThrow(expect.objectContaining(refused));
      await openPayGate(file.database, new Date(wallMs));
      await running.checkedClock();
      expect(running.requireCheckedClock().now().getTime()).toBe(wallMs);
    },
  );

  test("the checked clock does not follow a later jump", async () => {
    const running = gate();
    await running.checkedClock();
    const checking = running.requireCheckedClock();
    pass(1_000, DAY_MS);
    expect(checking.now().getTime()).toBe(START + 1_000);
  });
});

describe("the steady clock", () => {
  const times = (running: ReturnType<typeof gate>) => running.steadyClock.now().getTime();

  test.each([DAY_MS, -DAY_MS])(
    "continues through a jump of %i ms until an administrator confirms",
    async (jumpMs) => {
      const running = gate();
      await required(running);
      pass(10_000, jumpMs);
      expect(times(running)).toBe(START + 10_000);
      await running.checkedClock();
      pass(90_000);
      await running.checkedClock();
      expect(times(running)).toBe(START + 100_000);
      await openPayGate(file.database, new Date(wallMs));
      await required(running);
      expect(times(running)).toBe(START + 100_000 + jumpMs);
    },
  );

  test("ignores a jump that was reversed", async () => {
    const running = gate();
    await required(running);
    pass(10_000, DAY_MS);
    await running.checkedClock();
    pass(10_000, -DAY_MS);
    await running.checkedClock();
    expect(times(running)).toBe(wallMs);
  });

  test("resumes at the last confirmed time while a start waits", async () => {
    await required(gate());
    pass(0, 8 * DAY_MS);
    const running = gate();
    await running.checkedClock();
    pass(60_000);
    await running.checkedClock();
    expect(times(running)).toBe(START + 60_000);
    pass(10_000);
    // Because the time is stored, a restarted process repeats only a little of the time that was
    // already shown.
    const again = gate();
    await again.checkedClock();
    expect(times(again)).toBe(START + 60_000);
    // A new process continues from the later of the two clocks.
    pass(60_000);
    for (const one of [running, again]) await one.checkedClock();
    const third = gate();
    await third.checkedClock();
    expect(times(third)).toBe(times(running));
    await openPayGate(file.database, new Date(wallMs));
    const opened = gate();
    await required(opened);
    expect(times(opened)).toBe(wallMs);
  });

  test("is the machine's clock on the first start and after a short stop", async () => {
    const first = gate();
    expect(times(first)).toBe(START);
    await required(first);
    await away(DAY_MS);
    const second = gate();
    await required(second);
    expect(times(second)).toBe(wallMs);
  });
});

test.each([
  ["long after the stored time", 300_001, false],
  ["up to five minutes after the stored time", 300_000, true],
  ["before the stored time", -300_001, false],
])(
  "a process that compares no clocks checks a time %s (%s ms): %s",
  async (_when, ms, isBelieved) => {
    expect(await isTimeBelieved(file.database, new Date(wallMs))).toBe(false);
    await required(gate());
    expect(await isTimeBelieved(file.database, new Date(wallMs + ms))).toBe(isBelieved);
    const running = gate();
    pass(0, DAY_MS);
    await running.checkedClock();
    expect(await isTimeBelieved(file.database, new Date(START))).toBe(false);
  },
);

describe("after a start", () => {
  test("seven days without a running process count as ordinary downtime", async () => {
    await required(gate());
    await away(7 * DAY_MS);
    expect(await gate().checkedClock()).toBeDefined();
  });

  test("a longer stop needs one confirmation", async () => {
    await required(gate());
    await away(7 * DAY_MS + 1);
    const running = gate();
    await expect(required(running)).rejects.toMatchObject(refused);
    expect(await reason()).toBe("Nothing ran here for 7 days, says the clock.");
    await openPayGate(file.database, new Date(wallMs));
    await required(running);
    await required(gate());
  });

  test("a clock that was set back during the stop needs a confirmation", async () => {
    await required(gate());
    await away(-60_001);
    await expect(required(gate())).rejects.toMatchObject(refused);
  });

  test.each([
    [6 * DAY_MS, 0, "The clock moved by 6 days against the database's since this ran last."],
    [
      DAY_MS,
      DAY_MS + 3_600_000,
      "The clock moved by -1 h 0 min against the database's since this ran last.",
    ],
  ])(
    "a stop of %i ms closes the gate if the database measured %i ms",
    async (ms, databaseMs, words) => {
      await gate().checkedClock();
      await away(ms, databaseMs);
      await expect(required(gate())).rejects.toMatchObject(refused);
      expect(await openPayGate(file.database, new Date(wallMs))).toBe(words);
      await required(gate());
    },
  );

  test("the gate is open on the first start, which has no earlier time", async () => {
    await required(gate());
    expect(await reason()).toBeNull();
  });
});
