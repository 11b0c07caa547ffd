/**
 * Tests payments whose response was lost and that may have been made. The balance is then too small
 * for a second payment, but the form can still resend the first payment unchanged.
 */
import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { apiQuery } from "../../data/api/query.ts";
import type { Fund, Product } from "../../features/earn/earn-terms.ts";
import { InvestDialog } from "../../features/earn/InvestDialog.tsx";
import type { ForexAccount } from "../../features/forex/account/figures.ts";
import { FundsDialog, type Direction } from "../../features/forex/account/FundsDialog.tsx";
import { PurchaseDialog } from "../../features/mining/plans/PurchaseDialog.tsx";
import type { Plan } from "../../features/mining/reference/reference-terms.ts";
import { OrderDialog } from "../../features/shop/OrderDialog.tsx";
import type { HardwareItem, Shop } from "../../features/shop/shop-terms.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";

const server = fakeServer();
const BEFORE_SATS = 1_000_000;
const AFTER_SATS = 400_000;
const PRICE_SATS = BEFORE_SATS - AFTER_SATS;
const AMOUNT = "0.006";

interface Shown {
  /** Balance of the wallet. The fund and the desk have the same balance. */
  readonly sats: number;
  readonly onClose: () => void;
}

/** Simulates an offer that changes after the first payment. */
const plan = ({ sats, onClose }: Shown) => (
  <PurchaseDialog
    plan={
      {
        id: "starter-rig",
        name: "Starter Rig",
        priceSats: sats === BEFORE_SATS ? PRICE_SATS : PRICE_SATS + 1,
        expected: { earnsSats: 1, resultCents: -1, breakEvenUsdPerBtc: null },
      } as Plan
    }
    onClose={onClose}
  />
);
const machine = ({ sats, onClose }: Shown) => (
  <OrderDialog
    item={
      {
        id: "mining-rig-frame",
        name: "Mining Rig Frame",
        type: "Frame",
        priceSats: sats === BEFORE_SATS ? PRICE_SATS : PRICE_SATS + 1,
        priceCents: 15_000,
        expected: { netCents: 0, payBackAt: null },
      } as HardwareItem
    }
    shop={{ buyBack: { percent: 80, months: 36 } } as Shop}
    onClose={onClose}
  />
);
const investment = ({ sats, onClose }: Shown) => (
  <InvestDialog
    product={
      {
        id: "btc-starter",
        kind: "investment",
        name: "BTC Starter",
        apyPercent: sats === BEFORE_SATS ? "36500" : "36499",
        apyIsFloor: false,
        apySince: "2026-01-01T00:00:00Z",
        minSats: 1,
        durationDays: 1,
        isOpen: true,
      } as Product
    }
    fund={{ fundingSats: sats } as Fund}
    availableSats={BigInt(sats)}
    time={{ now: "2026-01-02T00:00:00Z", readAt: 0 }}
    onClose={onClose}
  />
);
const funds =
  (first: Direction) =>
  ({ sats, onClose }: Shown) => (
    <FundsDialog
      account={
        {
          balanceCents: sats,
          withdrawableCents: sats,
          principalSats: sats,
          principalCents: sats,
          highestCentsPerBtc: 6_000_000,
          centsPerBtc: 6_000_000,
          conversionCost: "0.001",
        } as ForexAccount
      }
      first={first}
      onClose={onClose}
      onSeason={() => undefined}
    />
  );

const BUY = /^(Purchase|Buy)/;
const INVEST = /^Invest/;
const MOVE = { bring: /^Move to Forex/, back: /^Move to wallet/ };

interface Form {
  readonly draw: (shown: Shown) => ReactElement;
  readonly button: RegExp;
  /** The field, its first value, and a value that results in a different payment. */
  readonly typed?: readonly [field: RegExp, first: string, other: string];
  readonly route: string;
}

const FORMS: readonly (readonly [string, Form])[] = [
  ["a plan", { draw: plan, button: BUY, route: "mining/contracts" }],
  [
    "a machine",
    { draw: machine, button: BUY, typed: [/^Quantity/, "1", "2"], route: "shop/orders" },
  ],
  [
    "an investment",
    {
      draw: investment,
      button: INVEST,
      typed: [/^Amount/, AMOUNT, "0.0061"],
      route: "earn/investments",
    },
  ],
  [
    "coins for the desk",
    {
      draw: funds("bring"),
      button: MOVE.bring,
      typed: [/^Amount/, AMOUNT, "0.0061"],
      route: "forex/account/transfers",
    },
  ],
  [
    "dollars from the desk",
    {
      draw: funds("back"),
      button: MOVE.back,
      typed: [/^Amount/, "6000.00", "6001.00"],
      route: "forex/account/transfers",
    },
  ],
];

function Page({ draw, onClose }: { draw: Form["draw"]; onClose: () => void }) {
  const sats = useQuery(apiQuery("getWallet")).data?.availableSats;
  return sats === undefined ? null : draw({ sats, onClose });
}

test.each(FORMS)("%s is paid only once", async (_, { draw, button, typed, route }) => {
  let sats = BEFORE_SATS;
  let closed = 0;
  server.answer("GET /api/v1/wallet", () => Response.json({ availableSats: sats }));
  const post = `POST /api/v1/${route}`;
  const sent = () => server.requests.filter((one) => one.route === post);
  const press = () => {
    const buttons = screen.getAllByRole("button", { name: button });
    fireEvent.click(buttons.at(-1) as HTMLElement);
  };
  const isReady = () =>
    waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  renderPage(<Page draw={draw} onClose={() => void (closed += 1)} />);
  await screen.findByRole("dialog");
  const type = (text: string) =>
    typed && fireEvent.change(screen.getByLabelText(typed[0]), { target: { value: text } });
  if (typed) type(typed[1]);

  const cut = Promise.withResolvers<undefined>();
  server.answer(post, async () => {
    await cut.promise;
    sats = AFTER_SATS;
    throw new TypeError("the connection is cut");
  });
  press();
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).not.toBeNull());
  await waitFor(() => expect(sent()).toHaveLength(1));
  cut.resolve(undefined);
  await isReady();
  if (typed) {
    type(typed[2]);
    press();
    type(typed[1]);
  }
  const marks = { id: "new_1", transactionId: "fxx_1" };
  const answer = {
    ...marks,
    principalSats: PRICE_SATS,
    amountSats: PRICE_SATS,
    amountCents: 600_000,
  };
  server.answer(post, () => Response.json(answer));
  press();
  await waitFor(() => expect(closed).toBe(1));
  const [first] = sent();
  expect(first?.key).not.toBeNull();
  expect(sent()).toEqual([first, first]);
});

test("after a refusal the form checks the current balance again", async () => {
  let sats = BEFORE_SATS;
  server.answer("GET /api/v1/wallet", () => Response.json({ availableSats: sats }));
  server.answer("POST /api/v1/mining/contracts", () => {
    sats = AFTER_SATS;
    return Response.json({ title: "No", detail: "Not that.", code: "no" }, { status: 409 });
  });
  renderPage(<Page draw={plan} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: BUY }));
  await screen.findByText("You still need");
  expect(server.requests.filter(({ route }) => route.startsWith("POST"))).toHaveLength(1);
});
