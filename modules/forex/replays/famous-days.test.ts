/** Tests the questions and lessons of famous days. */
import { dayOf, fixingPrice, instrumentNamed, loadFixings } from "#market";
import { beforeEach, describe, expect, test } from "vitest";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { saver } from "../../../test/support/money/earn.ts";
import { movableClock } from "../../../test/support/money/mining.ts";
import { playReplay } from "../../../test/support/money/play-replay.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { FAMOUS_DAYS } from "./famous-days.ts";
import type { ReplayDeps } from "./open-replay.ts";
import type { StartReplay } from "./start-replay.ts";

const file = fileDatabase();
let deps: ReplayDeps;
let userId: string;
beforeEach(async () => {
  deps = replayDeps(file.database, movableClock("2026-09-16T09:00:00Z"));
  userId = await saver(file.database, 1_000n);
});

const begin = (subject: StartReplay["subject"]) => playReplay(deps, userId, subject);

describe("the question and lesson of a famous day", () => {
  test("the lesson appears after the critical moment and keeps the answer", async () => {
    const replay = await begin({ famous: "eur-chf-2015", answer: 0 });
    const before = await replay.view();
    expect(before.lesson).toBeNull();
    expect(before.replay).toMatchObject({ famous: "eur-chf-2015", answer: 0 });
    await replay.jump("2015-01-15T10:29:59Z");
    expect((await replay.view()).lesson).toBeNull();
    await replay.jump("2015-01-15T10:30:01Z");
    expect((await replay.view()).lesson).toMatchObject({ answer: 0, right: 2 });
  });

  test("ending a replay shows the lesson, also if the question was skipped", async () => {
    const replay = await begin({ famous: "gbp-usd-2016" });
    const { lesson } = await replay.set({ end: true }).then(replay.view);
    expect(lesson).toMatchObject({ answer: null, right: 2 });
    const other = await begin({ startsAt: new Date("2024-05-14"), instrument: "EUR_USD" });
    expect((await other.set({ end: true })).lesson).toBeNull();
  });

  test("lessons start after their replay and state the ECB's rates", async () => {
    const fixings = await loadFixings();
    for (const day of FAMOUS_DAYS) {
      expect(Date.parse(day.lesson.from)).toBeGreaterThan(Date.parse(day.startsAt));
      expect(day.lesson.sources.length).toBeGreaterThan(0);
    }
    const facts = [
      ["eur-chf-2015", "EUR_CHF", "2015-01-14", "2015-01-15", 4],
      ["gbp-usd-2016", "GBP_USD", "2016-06-23", "2016-06-24", 4],
      ["usd-jpy-2020", "USD_JPY", "2020-03-06", "2020-03-09", 2],
      ["weekend-gap", "AUD_JPY", "2020-03-06", "2020-03-09", 2],
    ] as const;
    for (const [id, pair, ...rest] of facts) {
      const [from, until, digits] = rest;
      const instrument = instrumentNamed(pair);
      const happened = FAMOUS_DAYS.find((day) => day.id === id)?.lesson.happened ?? "";
      const rates = [from, until].map((date) => {
        const fixing = fixings.find(({ day }) => day === dayOf(date));
        if (!instrument || !fixing) throw new Error(`no rate of ${date}`);
        return fixingPrice(fixing, instrument) / instrument.priceScale;
      });
      const [first = 0, last = 1] = rates;
      for (const rate of rates) expect(happened).toContain(rate.toFixed(digits));
      const fall = ((1 - last / first) * 100).toFixed(1);
      expect(happened).toMatch(
        new RegExp(`by ${Math.round(Number(fall))} %|of ${fall}|by ${fall} %`),
      );
    }
  });
});
