/** Tests the Invest button of a plan whose minimum exceeds the balance. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import type { Product } from "./earn-terms.ts";
import { PlanCard } from "./PlanCard.tsx";

fakeServer();

const plan: Product = {
  id: "btc-growth",
  kind: "investment",
  name: "BTC Growth",
  apyPercent: "15",
  apySince: "2024-05-09T00:00:00Z",
  apyIsFloor: false,
  nextApy: null,
  minSats: 5_000_000,
  durationDays: 90,
  features: [],
  isOpen: true,
  closedReason: null,
};
const fund = { fundingSats: 100_000_000, reservedSats: 0, targetSats: 200_000_000 };
const time = { now: "2026-11-29T00:00:00Z", readAt: Date.now() };

const renderCard = (availableSats: number) =>
  renderPage(
    <PlanCard
      product={plan}
      products={[plan]}
      fund={fund}
      availableSats={availableSats}
      time={time}
    />,
  );
const invest = () => screen.getByRole("button", { name: "Invest: BTC Growth" });

test("a balance below the minimum shows the minimum next to the button", () => {
  renderCard(4_000_000);
  const reason = document.getElementById(invest().getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("The minimum is 0.05 BTC. You have 0.04 BTC.");
});

test("the error states the plan's minimum", () => {
  renderCard(4_000_000);
  fireEvent.click(invest());
  expect(shownToast()).toMatchObject({
    title: "Insufficient Funds",
    description: "You do not have enough BTC for BTC Growth. The minimum is 0.05 BTC.",
  });
});

test("a balance equal to the minimum shows no explanation next to the button", () => {
  renderCard(5_000_000);
  expect(invest().getAttribute("aria-describedby")).toBeNull();
});
