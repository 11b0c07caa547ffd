/** Tests that closing all positions lists them first, and then names the outcome of each. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { CloseAllDialog } from "./CloseAllDialog.tsx";
import { TargetsDialog } from "./TargetsDialog.tsx";

const server = fakeServer();
const position = (instrument: string, units: number, unrealisedCents: number) => ({
  instrument,
  units,
  unrealisedCents,
  averagePrice: "1.1",
  marginUsedCents: 1,
  closesAs: 1,
  stopOutPrice: null,
});
const sent = () => server.requests.filter(({ route }) => /^P(OS|U)T/.test(route));

test("closing all positions is sent once and shows each outcome", async () => {
  server.answer("PUT /api/v1/forex/positions/close", () =>
    Response.json({
      items: [
        {
          instrument: "EUR_USD",
          taken: { order: { state: "FILLED" }, fill: { units: -1500, price: "1.10000" } },
          refusal: null,
        },
        {
          instrument: "USD_JPY",
          taken: null,
          refusal: { code: "market_halted", title: "Market Halted", text: "No valid price now." },
        },
      ],
    }),
  );
  const positions = [position("EUR_USD", 1_500, 250), position("USD_JPY", -20_000, -1_000)];
  renderPage(<CloseAllDialog positions={positions} onClose={() => undefined} />);
  const { textContent } = document.body;
  expect(textContent).toContain("EUR/USD, long 1,500");
  expect(textContent).toContain("USD/JPY, short 20,000");
  expect(textContent).toContain("7.50");
  fireEvent.click(screen.getByRole("button", { name: /Close 2 positions/ }));
  await screen.findByText("Sold 1,500 at 1.10000");
  await screen.findByText("Not closed: No valid price now.");
  expect(sent()).toHaveLength(1);
});

test("several take profits of a trade are sent with whole units", async () => {
  server.answer("PUT /api/v1/forex/trades/fxt_1/orders", () => Response.json({ orders: [] }));
  const trade = {
    id: "fxt_1",
    instrument: "EUR_USD",
    units: 2_000,
    takeProfits: [{ orderId: "fxo_1", price: "1.20000", units: 2_000 }],
  };
  let isClosed = false;
  renderPage(<TargetsDialog trade={trade as never} onClose={() => void (isClosed = true)} />);
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Add take profit" }));
  type("Units of take profit 1", "1,500");
  type("Price of take profit 2", "1.21000");
  fireEvent.click(screen.getByRole("button", { name: /Save/ }));
  await screen.findByText("Enter a price and a whole number of units for each take profit.");
  expect(sent()).toEqual([]);
  type("Units of take profit 2", "500");
  fireEvent.click(screen.getByRole("button", { name: /Save/ }));
  await expect.poll(() => isClosed).toBe(true);
  expect(sent()[0]?.body).toEqual({
    takeProfits: [
      { price: "1.20000", units: "1500" },
      { price: "1.21000", units: "500" },
    ],
  });
});
