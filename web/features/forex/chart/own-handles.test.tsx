/** Tests that moving an order's line replaces the order and moves focus to the new order's line. */
import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { instrumentNamed } from "#market";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import type { Moving } from "./LineHandles.tsx";
import { linesOf, type ShownOrder } from "./lines.ts";
import { OwnHandles } from "./OwnHandles.tsx";

const server = fakeServer();
const orders = new Map<string, ShownOrder>();

function put(id: string, price: string): ShownOrder {
  const order = { id, price, instrument: "EUR_USD", units: 100, type: "LIMIT", state: "PENDING" };
  // The cast is safe, because a line uses only these fields of an order.
  const takeProfits: ShownOrder["takeProfits"] = [];
  const none = { limitPrice: null, takeProfit: null, takeProfits };
  const whole = { ...order, ...none, tradeId: null } as ShownOrder;
  orders.set(id, whole);
  return whole;
}

beforeEach(() => {
  orders.clear();
  put("fxo_1", "1.10000");
  put("fxo_2", "1.05000");
  server.answer("GET /api/v1/forex/orders", () =>
    Response.json({ items: [...orders.values()].toReversed(), nextCursor: null }),
  );
  server.answer("PUT /api/v1/forex/orders/fxo_1", ({ body }) => {
    orders.delete("fxo_1");
    return Response.json({ order: put("fxo_3", (body as ShownOrder).price ?? ""), fill: null });
  });
});

function Handles() {
  const [moving, setMoving] = useState<Moving>();
  const { data } = useQuery(useDeskSource().query("listForexOrders"));
  const pair = instrumentNamed("EUR_USD");
  return (
    pair && (
      <>
        <input aria-label="elsewhere" />
        <OwnHandles
          orders={data?.items ?? []}
          quote={undefined}
          lines={linesOf(pair, [], data?.items ?? [])}
          moving={moving}
          follow={() => () => undefined}
          textOf={() => ""}
          priceAt={() => undefined}
          onMoving={setMoving}
          onSettled={() => setMoving(undefined)}
        />
      </>
    )
  );
}

async function handleAt(price: string): Promise<HTMLElement> {
  await screen.findAllByRole("slider");
  return waitFor(() => {
    const isAt = (one: HTMLElement) => one.getAttribute("aria-valuetext")?.startsWith(price);
    const handle = screen.getAllByRole("slider").find(isAt);
    if (!handle) throw new Error(`no line at ${price}`);
    return handle;
  });
}

async function moveUp(): Promise<HTMLElement> {
  renderPage(<Handles />);
  const handle = await handleAt("1.10000");
  handle.focus();
  fireEvent.keyDown(handle, { key: "ArrowUp" });
  fireEvent.keyDown(handle, { key: "Enter" });
  return handle;
}

const isReplaced = (handle: HTMLElement) => waitFor(() => expect(handle.isConnected).toBe(false));

test("the replacement order's line takes focus", async () => {
  await isReplaced(await moveUp());
  expect(document.activeElement).toBe(await handleAt("1.10010"));
});

test("the replacement takes no focus that the user has moved elsewhere", async () => {
  const moved = await moveUp();
  const elsewhere = screen.getByLabelText("elsewhere");
  elsewhere.focus();
  await isReplaced(moved);
  await handleAt("1.10010");
  expect(document.activeElement).toBe(elsewhere);
});
