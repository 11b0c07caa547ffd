/** Tests that the ticket marks outdated figures, and that its confirmation shows all terms. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { FIRST_DRAFT } from "./draft.ts";
import { Facts } from "./Facts.tsx";
import type { OrderBody, Reading } from "./read-draft.ts";
import { usePreview } from "./use-preview.ts";

const server = fakeServer();

const body = (units: string): OrderBody => ({ type: "MARKET", instrument: "EUR_USD", units });
const reading: Reading = {
  faults: {},
  body: body("1000"),
  units: 1_000,
  entry: 1_168_500,
  stopCents: undefined,
  targetCents: undefined,
};

function Previewed() {
  const [units, setUnits] = useState("1000");
  const { data, isOld } = usePreview(body(units));
  return (
    <>
      <button type="button" onClick={() => setUnits("2000")}>
        More
      </button>
      <Facts instrument="EUR_USD" preview={data} isOld={isOld} reading={reading} />
    </>
  );
}

test("figures of an earlier draft are marked as outdated until new figures arrive", async () => {
  server.answer("POST /api/v1/forex/orders/preview", ({ body: order }) =>
    Response.json({
      reason: null,
      marginBeforeCents: 0,
      marginAfterCents: Number((order as OrderBody).units) * 4,
      spreadCostCents: 5,
      price: null,
    }),
  );
  renderPage(<Previewed />);
  const facts = screen.getByRole("region", { name: "Estimate" });
  await waitFor(() => expect(facts.textContent).toContain("40.00"));
  expect(facts.getAttribute("aria-busy")).toBe("false");
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(facts.getAttribute("aria-busy")).toBe("true");
  expect(facts.textContent).toContain("Updating...");
  await waitFor(() => expect(facts.textContent).toContain("80.00"));
  expect(facts.getAttribute("aria-busy")).toBe("false");
});

test("the confirmation step shows exits and time in force", () => {
  const order: OrderBody = {
    ...body("1000"),
    type: "LIMIT",
    price: "1.16000",
    timeInForce: "GFD",
    stopLossOnFill: { price: "1.15000" },
    trailingStopLossOnFill: { distance: "0.00500" },
  };
  renderPage(
    <ConfirmDialog
      instrument="EUR_USD"
      draft={{ ...FIRST_DRAFT, type: "LIMIT" }}
      reading={reading}
      body={order}
      preview={undefined}
      isOld={false}
      isBusy={false}
      onSend={() => undefined}
      onClose={() => undefined}
    />,
  );
  const terms = screen.getByRole("region", { name: "Exits and time in force" });
  for (const words of [
    "Stop loss1.15000",
    "Take profitnone",
    "Trailing stop0.00500 behind",
    "Good for the day",
  ])
    expect(terms.textContent).toContain(words);
});
