/** Tests the panel for deposits to addresses of deleted accounts. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { DeletedAccountCoins } from "./DeletedAccountCoins.tsx";

fakeServer();

const one = {
  id: "dep_1",
  txid: "ab".repeat(32),
  amountSats: 700_000,
  leftBy: "00000000-0000-7000-8000-000000000001",
  creditedAt: "2026-03-01T09:00:00Z",
};

test("each deposit shows its amount, transaction and account", async () => {
  renderPage(<DeletedAccountCoins left={{ count: 3, items: [one] }} />);
  await screen.findByText("Deposits to deleted accounts", { selector: "h2" });
  screen.getByText(one.leftBy);
  screen.getByText(/Showing the newest 1 of 3\./);
  expect(screen.getAllByRole("row")).toHaveLength(2);
});

test("the panel is hidden if there are no such deposits", () => {
  renderPage(<DeletedAccountCoins left={{ count: 0, items: [] }} />);
  expect(screen.queryByText("Deposits to deleted accounts")).toBeNull();
});
