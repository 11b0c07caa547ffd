import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { ClosedMarket } from "./ClosedMarket.tsx";

fakeServer();

test("a closed market shows its hours and a link to replays", () => {
  renderPage(<ClosedMarket opensAt="2026-11-29T22:00:00.000Z" />);
  expect(document.body.textContent).toContain("Sunday 17:00 to Friday 17:00 New York time");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/forex/replays");
});
