/** Tests which orders the list and its CSV file contain while an older season is chosen. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { SeasonContext } from "../seasons/season-context.ts";
import type { OrderState } from "../view/forex-search.ts";
import { CsvButton } from "./CsvButton.tsx";
import { OrdersList } from "./OrdersList.tsx";
import { useOrders } from "./use-lists.ts";

const server = fakeServer();
const LIST = "GET /api/v1/forex/orders";
const FILE = "GET /api/v1/forex/orders.csv";

function Orders({ state }: { state: OrderState }) {
  return <OrdersList orders={useOrders(state)} isPending={state === "PENDING"} />;
}

const seasonsOf = (route: string) =>
  server.requests.filter((request) => request.route === route).map(({ query }) => query["season"]);

test.each([
  ["PENDING", undefined],
  ["FILLED", "1"],
  ["ALL", "1"],
] as const)(
  "with season 1 chosen, the query for %s orders has season %s",
  async (state, season) => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
    server.answer(LIST, () => Response.json({ items: [], nextCursor: null }));
    server.answer(FILE, () => new Response("Order\r\n"));
    server.answer("GET /api/v1/forex/account/seasons", () =>
      Response.json({
        current: { number: 2, beganAt: "2026-10-02T07:00:00.000Z", isEmpty: false },
        items: [],
        nextCursor: null,
      }),
    );
    renderPage(
      <SeasonContext value={{ season: "1", setSeason: () => undefined }}>
        <Orders state={state} />
        <CsvButton list={{ name: "orders", state }} />
      </SeasonContext>,
    );
    await waitFor(() => expect(seasonsOf(LIST)).toEqual([season]));
    fireEvent.click(await screen.findByRole("button", { name: /^CSV/ }));
    await waitFor(() => expect(seasonsOf(FILE)).toEqual([season]));
  },
);
