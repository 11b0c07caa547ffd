/** Outcomes have no upper end: a price of next to nothing is drawn with as many labels as any. */
import { carriedParts } from "#economics/carried-series";
import { buildSeries } from "#economics/history";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { OutcomeHistogram } from "./OutcomeHistogram.tsx";
import { replayOf, stretchOf } from "./replay.ts";

fakeServer();
const series = buildSeries(carriedParts());

test.each([99_000_000n, 100n, 1n])("a price of %i millionths of a dollar", (priceMicros) => {
  const offer = { kind: "daily", earnsMicros: 4_540_000n, powerMicros: 0n, priceMicros } as const;
  const replay = replayOf(series, { kind: "daily", name: "Own", offer }, "kept", 30);
  if (replay === undefined) throw new Error("nothing is paid");
  const { bar, chosen } = stretchOf(replay, replay.found.best.start);
  renderPage(<OutcomeHistogram replay={replay} bar={bar} chosen={chosen} />);
  const texts = screen.getByRole("img").querySelectorAll("text");
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.length).toBeLessThan(14);
});
