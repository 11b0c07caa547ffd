/**
 * Tests that an amount is checked against the balance first and against the practice fund second.
 */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import type { Product } from "./earn-terms.ts";
import { InvestDialog } from "./InvestDialog.tsx";
import { StakeForm } from "./StakeForm.tsx";

fakeServer();

const stake: Product = {
  id: "staking-90",
  kind: "staking",
  name: "90-day staking",
  apyPercent: "50",
  apySince: "2024-05-09T00:00:00Z",
  apyIsFloor: false,
  nextApy: null,
  minSats: 1,
  durationDays: 90,
  features: [],
  isOpen: true,
  closedReason: null,
};
const plan: Product = { ...stake, id: "btc-growth", kind: "investment", name: "BTC Growth" };
/** A fund that covers the interest on 16.22 BTC over 90 days. */
const fund = { fundingSats: 199_972_602, reservedSats: 0, targetSats: 200_000_000 };
const time = { now: "2026-11-29T00:00:00Z", readAt: Date.now() };

const type = (amount: string) =>
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: amount } });
const button = (name: RegExp) => screen.getByRole("button", { name, hidden: true });

test("a stake above both balance and fund limit is refused because of the balance", () => {
  renderPage(<StakeForm products={[stake]} fund={fund} availableSats={4_000_000n} time={time} />);
  type("99");
  expect(button(/^Stake/).getAttribute("aria-disabled")).toBeNull();
  fireEvent.click(button(/^Stake/));
  expect(shownToast()).toMatchObject({
    title: "Insufficient Funds",
    description: "You do not have enough BTC to stake that amount.",
  });
});

test("a stake within the balance shows the largest amount the fund can cover", () => {
  renderPage(
    <StakeForm products={[stake]} fund={fund} availableSats={9_900_000_000n} time={time} />,
  );
  type("99");
  expect(button(/^Stake/).getAttribute("aria-disabled")).toBe("true");
  screen.getByText(/at most 16\.22\d* BTC in 90-day staking/);
});

test("an investment above balance and fund limit is refused because of the balance", () => {
  const close = () => undefined;
  const props = { product: plan, fund, availableSats: 4_000_000n, time, onClose: close };
  renderPage(<InvestDialog {...props} />);
  type("99");
  fireEvent.click(button(/^Invest/));
  expect(shownToast()).toMatchObject({
    title: "Insufficient Funds",
    description: "You do not have enough BTC for BTC Growth.",
  });
});
