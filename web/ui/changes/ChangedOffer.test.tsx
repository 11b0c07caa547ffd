/**
 * Tests that an open dialog shows the old value after an administrator has posted a new price or
 * rate. The user always pays the displayed value.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterContextProvider } from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import type { Fund, Product } from "../../features/earn/earn-terms.ts";
import { InvestDialog } from "../../features/earn/InvestDialog.tsx";
import { PurchaseDialog } from "../../features/mining/plans/PurchaseDialog.tsx";
import type { Plan } from "../../features/mining/reference/reference-terms.ts";
import { createQueryClient } from "../../data/api/query-client.ts";
import { createAppRouter } from "../../app/routes.tsx";
import { OrderDialog } from "../../features/shop/OrderDialog.tsx";
import type { HardwareItem, Shop } from "../../features/shop/shop-terms.ts";
import { fakeServer } from "../../testing/page.tsx";

const server = fakeServer();
const close = () => undefined;

const plan = (priceSats: number) =>
  ({
    id: "starter-rig",
    name: "Starter Rig",
    priceSats,
    expected: { earnsSats: 113_610, resultCents: -3083, breakEvenUsdPerBtc: null },
  }) as Plan;
const item = (priceSats: number) =>
  ({
    id: "mining-rig-frame",
    name: "Mining Rig Frame",
    type: "Frame",
    priceSats,
    priceCents: 15_000,
    expected: { netCents: 0, payBackAt: null },
  }) as HardwareItem;
const shop = { buyBack: { percent: 80, months: 36 } } as Shop;
const product = (apyPercent: string) =>
  ({
    id: "btc-starter",
    name: "BTC Starter",
    apyPercent,
    apyIsFloor: false,
    apySince: "2026-01-01T00:00:00Z",
    durationDays: 30,
    isOpen: true,
  }) as Product;
const purchase = (priceSats: number) => <PurchaseDialog plan={plan(priceSats)} onClose={close} />;
const order = (priceSats: number) => (
  <OrderDialog item={item(priceSats)} shop={shop} onClose={close} />
);
const invest = (apyPercent: string) => (
  <InvestDialog
    product={product(apyPercent)}
    fund={{ fundingSats: 100_000_000 } as Fund}
    availableSats={0n}
    time={{ now: "2026-01-02T00:00:00Z", readAt: 0 }}
    onClose={close}
  />
);

function show(page: ReactElement): (next: ReactElement) => void {
  const queryClient = createQueryClient();
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/"] }));
  const around = (inside: ReactElement) => (
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>{inside}</RouterContextProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(around(page));
  return (next) => rerender(around(next));
}

test.each([
  [
    "a plan",
    purchase(165_000),
    purchase(200_000),
    "It was 0.00165000 BTC, now it is 0.00200000 BTC.",
  ],
  [
    "a machine",
    order(250_000),
    order(300_000),
    "It was 0.00250000 BTC each, now it is 0.00300000 BTC each.",
  ],
  [
    "an investment",
    invest("8"),
    invest("5"),
    "It was 8% APY for 30 days, now it is 5% APY for 30 days.",
  ],
])("an open dialog for %s shows that the offer has changed", async (_, before, after, text) => {
  server.answer("GET /api/v1/wallet", () => Response.json({ availableSats: 1_000_000 }));
  const change = show(before);
  expect(screen.queryByText(/^This offer has changed/)).toBeNull();
  change(before);
  expect(screen.queryByText(/^This offer has changed/)).toBeNull();
  change(after);
  expect(screen.getByText(/^This offer has changed/).parentElement?.textContent).toBe(
    `This offer has changed. ${text}`,
  );
  change(before);
  expect(screen.queryByText(/^This offer has changed/)).toBeNull();
});

test("the displayed price is the price sent", async () => {
  server.answer("GET /api/v1/wallet", () => Response.json({ availableSats: 1_000_000 }));
  server.answer("POST /api/v1/mining/contracts", () => Response.json({ id: "ctr_1" }));
  const change = show(purchase(165_000));
  change(purchase(200_000));
  fireEvent.click(screen.getByRole("button", { name: /^(Purchase|Buy)/ }));
  await waitFor(() =>
    expect(server.requests.find(({ route }) => route.startsWith("POST"))?.body).toEqual({
      planId: "starter-rig",
      priceSats: 200_000,
    }),
  );
});
