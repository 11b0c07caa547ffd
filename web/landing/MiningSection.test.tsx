/** Tests that the formula on the landing page matches its results. */
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { MiningSection } from "./MiningSection.tsx";

const server = fakeServer();

test("the formula includes the block fees and the pool fee of the results", async () => {
  const reference = { rateUsdPerBtc: "70000", difficulty: "83000000000000" };
  const withFees = { subsidySats: 312_500_000, feesSats: 5_000_050, poolFeePercent: "1.50" };
  server.answer("GET /api/v1/mining/plans", () =>
    Response.json({ items: [], reference: { ...reference, ...withFees } }),
  );
  renderPage(<MiningSection />);
  expect(document.body.textContent).toContain("86,400 × 3.125 ÷ (difficulty");
  await waitFor(() =>
    expect(document.body.textContent).toContain("86,400 × (3.125 + 0.0500005) × (1 − 1.5 %) ÷"),
  );
});
