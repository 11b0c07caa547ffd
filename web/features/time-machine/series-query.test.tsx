/** Tests that added days are appended to the bundled series only if they continue it. */
import { carriedParts } from "#economics/carried-series";
import { dayText } from "#economics/history";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { useSeries } from "./series-query.ts";

const server = fakeServer();
const carried = carriedParts();
const lastDay = carried.firstDay + carried.cents.length - 1;
const AFTER = { afterHeaders: carried.headers.length, afterDay: dayText(lastDay) };

function Days() {
  return <Loaded query={useSeries()}>{({ series }) => dayText(series.lastDay)}</Loaded>;
}

function show(after: typeof AFTER): void {
  server.answer("GET /api/v1/history/added-days", () =>
    Response.json({ headers: [], cents: [9_451_987], carriedDays: [], ...after }),
  );
  renderPage(<Days />);
}

test("added days are appended if the server has the same bundled series", async () => {
  show(AFTER);
  expect(await screen.findByText(AFTER.afterDay)).toBeDefined();
});

test.each([
  ["headers", { ...AFTER, afterHeaders: AFTER.afterHeaders + 1 }],
  ["prices", { ...AFTER, afterDay: dayText(lastDay + 20) }],
])("the page asks for a reload if the server bundles more %s", async (_, after) => {
  show(after);
  const { textContent } = await screen.findByRole("alert");
  expect(textContent).toContain("Hashfloor Was Updated");
  screen.getByRole("button", { name: "Retry" });
  expect(server.requests).toHaveLength(1);
});
