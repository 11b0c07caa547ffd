import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { MiningYield } from "./MiningYield.tsx";
import type { Analytics } from "./report.ts";

fakeServer();

test.each([1, 3])("%i days of mining are drawn as thin bars", (count) => {
  const series = Array.from({ length: count }, (_, at) => ({
    date: `2026-11-0${at + 1}`,
    minedSats: 100,
    expectedMinedSats: 120,
  }));
  const analytics = {
    from: "2026-11-01",
    to: "2026-11-30",
    stepDays: 1,
    mining: { minedSats: 100 * count, expectedSats: 120 * count, accruedSats: 0 },
    series,
  } as unknown as Analytics;
  renderPage(<MiningYield analytics={analytics} />);
  const bars = screen.getByRole("img").querySelectorAll("rect");
  expect(bars).toHaveLength(count);
  for (const bar of bars) expect(Number(bar.getAttribute("width"))).toBeLessThanOrEqual(16);
});
