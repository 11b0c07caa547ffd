/**
 * Tests that focus stays in the row after a trade was edited with the keyboard. Otherwise, page
 * shortcuts would react to the next keys.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import type { ForexTrade } from "../account/figures.ts";
import { TradeRow } from "./TradeRow.tsx";

const server = fakeServer();

const trade: ForexTrade = {
  id: "fxt_1",
  instrument: "EUR_USD",
  initialUnits: 700,
  units: 700,
  price: "1.10000",
  state: "OPEN",
  openedAt: "2026-09-16T09:00:00.000Z",
  realisedCents: 0,
  financingCents: 0,
  unrealisedCents: 0,
  closedAt: null,
  closePrice: null,
  takeProfit: null,
  takeProfits: [],
  stopLoss: null,
  trailingDistance: null,
};

const editButton = () => screen.getByRole("button", { name: /^Edit stop/ });
const stop = () => screen.getByRole("textbox", { name: "Stop loss" });

function edit(): void {
  renderPage(
    <>
      <input aria-label="elsewhere" />
      <table>
        <tbody>
          <TradeRow trade={trade} result={undefined} onClose={() => undefined} />
        </tbody>
      </table>
    </>,
  );
  editButton().focus();
  fireEvent.click(editButton());
  stop().focus();
}

function save(): void {
  server.answer("PUT /api/v1/forex/trades/fxt_1/orders", () => Response.json({ orders: [] }));
  fireEvent.change(stop(), { target: { value: "1.00000" } });
  fireEvent.click(screen.getByRole("button", { name: /^Save/ }));
}

test("Esc in a field returns focus to the edit button", () => {
  edit();
  fireEvent.keyDown(stop(), { key: "Escape" });
  expect(document.activeElement).toBe(editButton());
});

test("undo returns focus to the edit button, not to the close button", () => {
  edit();
  const undo = screen.getByRole("button", { name: "Undo" });
  undo.focus();
  fireEvent.click(undo);
  expect(document.activeElement).toBe(editButton());
});

test("saving returns focus to the edit button", async () => {
  edit();
  save();
  await waitFor(editButton);
  expect(document.activeElement).toBe(editButton());
});

test("saving does not move focus that the user has moved elsewhere", async () => {
  edit();
  save();
  const elsewhere = screen.getByLabelText("elsewhere");
  elsewhere.focus();
  await waitFor(editButton);
  expect(document.activeElement).toBe(elsewhere);
});
