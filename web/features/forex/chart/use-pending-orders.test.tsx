/** Tests that the chart receives all pending orders, including exits and orders on later pages. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { instrumentNamed } from "#market";
import { expect, test } from "vitest";
import { fakeServer } from "../../../testing/page.tsx";
import { linesOf, type ShownTrade } from "./lines.ts";
import { usePendingOrders } from "./use-pending-orders.ts";

const server = fakeServer();
const waits = { instrument: "EUR_USD", units: 1_000, price: "1.16100", state: "PENDING" };
const trailing = { ...waits, id: "fxo_2", type: "TRAILING_STOP_LOSS", tradeId: "fxt_1" };
const limit = { ...waits, id: "fxo_1", type: "LIMIT", tradeId: null };
const trade = { id: "fxt_1", instrument: "EUR_USD", units: 1_000, price: "1.16200", state: "OPEN" };

const takeProfits: ShownTrade["takeProfits"] = [];

test("trailing stops and orders on later pages are kept up to date", async () => {
  server.answer("GET /api/v1/forex/orders", ({ query: { cursor } }) =>
    Response.json(
      cursor === undefined
        ? { items: [{ ...trailing, instrument: "USD_JPY" }, trailing], nextCursor: "older" }
        : { items: [limit], nextCursor: null },
    ),
  );
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePendingOrders("EUR_USD"), { wrapper });
  await waitFor(() => expect(result.current).toHaveLength(2));
  const pair = instrumentNamed("EUR_USD");
  const lines = pair
    ? linesOf(
        pair,
        [{ ...trade, stopLoss: null, takeProfit: null, takeProfits } as ShownTrade],
        result.current,
      )
    : [];
  expect(lines.map(({ kind }) => kind)).toEqual(["entry", "trailing", "order"]);

  const moved = { ...trailing, price: "1.16150" };
  server.answer("GET /api/v1/forex/orders", () =>
    Response.json({ items: [moved], nextCursor: null }),
  );
  await waitFor(() => expect(result.current).toEqual([moved]), { timeout: 15_000 });
});
