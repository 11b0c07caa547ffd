/**
 * Tests the form that moves house coins. The form shows the maximum amount and refuses larger
 * amounts.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { FundDialog } from "./FundDialog.tsx";
import type { Treasury } from "./treasury.ts";

const server = fakeServer();
const FUND = "POST /api/v1/admin/treasury/funding";

const sats = (amount: number) => ({ sats: amount, cents: 0, isUsed: true });

/** Renders the dialog with a treasury of 2 BTC. */
function show(marginSats: number): void {
  const treasury = {
    house: { treasury: sats(200_000_000), mining: sats(0), earnFunding: sats(0) },
    cover: { marginSats, isCovered: marginSats >= 0 },
  } as Treasury;
  renderPage(<FundDialog treasury={treasury} onClose={() => undefined} />);
}

const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount/);
const type = (text: string) => fireEvent.change(amount(), { target: { value: text } });
const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const transfers = () => server.requests.filter(({ route }) => route === FUND);
const note = () => screen.queryByText(/do not cover its obligations/);

test.each([
  [150_000_000, "1.50000000"],
  [500_000_000, "2.00000000"],
  [0, "0.00000000"],
  [-1, "0.00000000"],
])("with a margin of %i sats Max for Earn funding is %s BTC", (marginSats, most) => {
  show(marginSats);
  press(/^Max: all spare coins/);
  expect(amount().value).toBe(most);
  screen.getByText(`The treasury holds 2.00000000 BTC. Of these, ${most} BTC are spare`, {
    exact: false,
  });
});

test("only spare coins can be moved to Earn funding", async () => {
  show(150_000_000);
  server.answer(FUND, () => Response.json({ id: "fnd_1" }));
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "A test" } });
  type("1.50000001");
  press(/^Move coins/);
  screen.getByText(/^Only 1\.50000000 BTC are spare. The rest covers/);
  type("2.1");
  screen.getByText("The treasury holds only 2.00000000 BTC.");
  expect(server.requests).toEqual([]);
  press(/^Mining$/);
  press(/^Max: the whole treasury/);
  press(/^Move coins/);
  await waitFor(() => expect(server.requests).not.toEqual([]));
  expect(server.requests[0]).toMatchObject({
    route: FUND,
    body: { target: "mining", amountSats: 200_000_000, reason: "A test" },
  });
});

test("a transfer that is sent again has the same idempotency key", async () => {
  show(150_000_000);
  server.answer(FUND, () => Response.json({ id: "fnd_1" }));
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Once" } });
  type("0.1");
  for (const times of [1, 2]) {
    press(/^Move coins/);
    await waitFor(() => expect(transfers()).toHaveLength(times));
    await screen.findByRole("button", { name: /^Move coins/ });
  }
  const [first, again] = transfers().map(({ key }) => key);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(first);
});

test("insufficient cover is shown at once for every fund", () => {
  show(-1);
  expect(note()).not.toBeNull();
  press(/^Mining$/);
  expect(note()).not.toBeNull();
});

test("a sufficient cover shows no warning", () => {
  show(1);
  expect(note()).toBeNull();
});
