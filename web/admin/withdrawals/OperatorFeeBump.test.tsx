/**
 * Tests fee bumps by the operator. Each click requests the current offer, or shows the reason if no
 * offer is possible.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { OperatorFeeBump } from "./OperatorFeeBump.tsx";

const server = fakeServer();
const OFFER = "GET /api/v1/admin/withdrawals/wdr_1/bump";

const choice = { feeRateSatsPerVb: 20, minerFeeSats: 2_820, costSats: 2_538 };
const offer = (choices: readonly (typeof choice)[]) => () =>
  Response.json({ isUnderWay: false, minerFeeSats: 282, paysCount: 1, choices });

const press = async () => fireEvent.click(await screen.findByRole("button", { name: /^Raise/ }));
const requestCount = () => server.requests.filter(({ route }) => route === OFFER).length;

test("a click opens the dialog or shows why there is no offer", async () => {
  renderPage(<OperatorFeeBump withdrawalId="wdr_1" />);
  server.answer(OFFER, () =>
    Response.json({ title: "Not Now", detail: "Wait.", code: "x" }, { status: 409 }),
  );
  await press();
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Not Now" }));
  server.answer(OFFER, offer([]));
  await press();
  await waitFor(() => expect(requestCount()).toBe(2));
  await screen.findByText(/^The fee cannot be raised now/);
  server.answer(OFFER, offer([choice]));
  expect(screen.queryByRole("dialog")).toBeNull();
  await press();
  await screen.findByRole("dialog");
  expect(requestCount()).toBe(3);
});
