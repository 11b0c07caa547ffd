import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { OperatorPanel } from "./OperatorPanel.tsx";

const server = fakeServer();

test("the panel shows the profit or loss of closed and of open positions", async () => {
  server.answer("GET /api/v1/forex/house", () =>
    Response.json({
      at: "2026-11-23T10:00:00Z",
      resultCents: 150_00,
      openResultCents: -200_00,
      totalResultCents: -50_00,
      openPositions: 1,
      exposure: [],
    }),
  );
  renderPage(<OperatorPanel />);
  const closed = await screen.findByText("Result of closed trades");
  expect(closed.parentElement?.textContent).toContain("150.00");
  expect(screen.getByText("Result of open positions").parentElement?.textContent).toContain(
    "\u2212200.00",
  );
  expect(screen.getByText("Total result").parentElement?.textContent).toContain("\u221250.00");
});
