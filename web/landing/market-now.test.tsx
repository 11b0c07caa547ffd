import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { MarketNow } from "./MarketNow.tsx";

const server = fakeServer();

const answer = (isOpen: boolean) => {
  const handler = vi.fn<() => Response>(() =>
    Response.json({
      at: "regtest",
      forexMarket: {
        isOpen,
        opensAt: "2026-11-29T22:00:00.000Z",
        closesAt: "2026-12-04T22:00:00.000Z",
      },
    }),
  );
  server.answer("GET /api/v1/public/stats", handler);
  return handler;
};

test("the landing page shows that live trading is closed", async () => {
  answer(false);
  renderPage(<MarketNow />);
  expect((await screen.findByText(/The market is closed now and opens/)).textContent).toContain(
    "29 Nov 2026",
  );
});

test("the landing page shows no notice while the market is open", async () => {
  const handler = answer(true);
  renderPage(<MarketNow />);
  await vi.waitFor(() => expect(handler).toHaveBeenCalled());
  expect(screen.queryByText(/The market is closed/)).toBeNull();
});
