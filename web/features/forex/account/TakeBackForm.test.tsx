/**
 * Tests that dollar amounts accept a decimal point or comma, and that ambiguous amounts are
 * refused.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import type { ForexAccount } from "./figures.ts";
import { fundsTexts as texts } from "./funds-strings.ts";
import { FundsDialog } from "./FundsDialog.tsx";

const server = fakeServer();
const TRANSFER = "POST /api/v1/forex/account/transfers";

const account = {
  balanceCents: 1_000_000,
  withdrawableCents: 1_000_000,
  principalSats: 20_000_000,
  principalCents: 1_000_000,
  highestCentsPerBtc: 6_000_000,
  centsPerBtc: 6_000_000,
  conversionCost: "0.001",
} as ForexAccount;

test("12,50 means 12.50 dollars, and the ambiguous 1,500 is refused", async () => {
  server.answer(TRANSFER, () => Response.json({ amountSats: 25_000, amountCents: 1_250 }));
  renderPage(
    <FundsDialog
      account={account}
      first="back"
      onClose={() => undefined}
      onSeason={() => undefined}
    />,
  );
  const send = (text: string) => {
    fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: text } });
    const [, button] = screen.getAllByRole("button", { name: /^Move to wallet/ });
    fireEvent.click(button as HTMLElement);
  };
  send("1,500");
  await screen.findByText(texts.invalid);
  send("12,50");
  await waitFor(() => expect(server.requests.some(({ route }) => route === TRANSFER)).toBe(true));
  expect(server.requests.map(({ body }) => body)).toContainEqual({ amountCents: 1_250 });
});
