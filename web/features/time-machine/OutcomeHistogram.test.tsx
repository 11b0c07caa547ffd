/**
 * Tests that the scale stays readable for extreme outcomes, which have no upper limit, for example
 * at a price near zero.
 */
import { carriedParts } from "#economics/carried-series";
import { buildSeries } from "#economics/history";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { OutcomeHistogram } from "./OutcomeHistogram.tsx";
import { replayOf, stretchOf } from "./replay.ts";

fakeServer();
const series = buildSeries(carriedParts());

test.each([99_000_000n, 100n, 1n])(
  "the scale is readable at a price of %i millionths of a dollar",
  (priceMicros) => {
    const offer = { kind: "daily", earnsMicros: 4_540_000n, powerMicros: 0n, priceMicros } as const;
    const replay = replayOf(series, { kind: "daily", name: "Own", offer }, "kept", 30);
    if (replay === undefined) throw new Error("nothing is paid");
    const { bar, chosen } = stretchOf(replay, replay.distribution.best.start);
    renderPage(<OutcomeHistogram replay={replay} bar={bar} chosen={chosen} />);
    const texts = screen.getByRole("img").querySelectorAll("text");
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.length).toBeLessThan(14);
  },
);

test("no bar is red if the worst outcome is above 1", () => {
  const offer = { kind: "stake", apyBasisPoints: 5_000n } as const;
  const replay = replayOf(series, { kind: "stake", name: "A stake", offer }, "sold", 1_825);
  if (replay === undefined) throw new Error("nothing is paid");
  expect(replay.distribution.worst.millionths).toBeGreaterThan(1_000_000n);
  const { bar, chosen } = stretchOf(replay, replay.distribution.median.start);
  renderPage(<OutcomeHistogram replay={replay} bar={bar} chosen={chosen} />);
  const drawing = screen.getByRole("img");
  expect(drawing.querySelector("[class*='fill-down']")?.getAttribute("d")).toBe("");
  expect(drawing.querySelector("[class*='fill-up']")?.getAttribute("d")).not.toBe("");
});
