/**
 * Tests speeding up or abandoning a payment: the texts shown before the click, and the requests
 * sent.
 */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { StuckButtons } from "./StuckButtons.tsx";
import type { StuckOffer } from "./StuckDialog.tsx";

const server = fakeServer();
const PATH = "/api/v1/admin/withdrawals/wdr_1";
const TXID = "a1".repeat(32);

const payment = {
  id: "wdr_1",
  purpose: "user",
  state: "in_mempool",
  txid: TXID,
  paysCount: 1,
  minerFeeSats: 282,
  virtualSize: 141,
  signedAt: "2026-03-01T09:00:00Z",
  sentAt: "2026-03-01T09:00:00Z",
  sendCount: 1,
  lastAnswer: TXID,
  nextSendAt: null,
  attempt: null,
} as const;

const offer: StuckOffer = {
  isUnderWay: false,
  isGivenUp: false,
  paysCount: 1,
  child: [
    { feeRateSatsPerVb: 5, costSats: 973 },
    { feeRateSatsPerVb: 20, costSats: 4_738 },
  ],
  giveUp: [{ feeRateSatsPerVb: 5, costSats: 550 }],
};

beforeEach(() => {
  server.answer(`GET ${PATH}/stuck`, () => Response.json(offer));
});

const press = async (name: RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const bodies = (path: string) =>
  server.requests.filter((request) => request.route === `POST ${path}`).map(({ body }) => body);

test("one click requests a CPFP offer and a second click sends the chosen rate", async () => {
  server.answer(`POST ${PATH}/child`, () => Response.json({ costSats: 4_738 }));
  renderPage(<StuckButtons payment={payment} />);
  await press(/^Speed up \(CPFP\)/);
  await screen.findByText(/pays the miner for both/);
  fireEvent.click(screen.getByRole("button", { name: "20" }));
  await press(/^Speed up payment/);
  await waitFor(() =>
    expect(bodies(`${PATH}/child`)).toEqual([{ feeRateSatsPerVb: 20, costSats: 4_738 }]),
  );
  await waitFor(() => expect(screen.queryByText(/pays the miner for both/)).toBeNull());
});

test("the dialog explains where the money of an abandoned payment goes", async () => {
  server.answer(`POST ${PATH}/give-up`, () =>
    Response.json(
      {
        type: "about:blank",
        title: "Not Now",
        detail: "A block holds it.",
        code: "x",
        status: 409,
      },
      { status: 409 },
    ),
  );
  renderPage(<StuckButtons payment={payment} />);
  await press(/^Abandon/);
  await screen.findByText(/the user gets the money back after six confirmations/);
  await press(/^Abandon payment/);
  await screen.findByText(/Not Now/);
  expect(screen.queryByRole("button", { name: /^Abandon payment/ })).not.toBeNull();
});

test("without an offer the dialog shows the reason and a disabled button", async () => {
  server.answer(`GET ${PATH}/stuck`, () => Response.json({ ...offer, child: [] }));
  renderPage(<StuckButtons payment={payment} />);
  await press(/^Speed up \(CPFP\)/);
  await screen.findByText(/CPFP is not possible now/);
  expect(screen.queryByRole("button", { name: /^Speed up payment/ })).toBeNull();
});

test("a lost response is reported and the next click repeats the request", async () => {
  const refuse = () =>
    Response.json({ title: "Not Now", detail: "Wait.", code: "x" }, { status: 409 });
  server.answer(`GET ${PATH}/stuck`, refuse);
  renderPage(<StuckButtons payment={payment} />);
  await press(/^Speed up \(CPFP\)/);
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Not Now" }));
  server.answer(`GET ${PATH}/stuck`, () => Response.json(offer));
  await press(/^Abandon/);
  await screen.findByText(/the user gets the money back/);
  expect(screen.queryByText(/pays the miner for both/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await press(/^Speed up \(CPFP\)/);
  await screen.findByText(/pays the miner for both/);
});

test("a faucet grant cannot be abandoned", async () => {
  renderPage(<StuckButtons payment={{ ...payment, purpose: "faucet" }} />);
  await screen.findByRole("button", { name: /^Speed up \(CPFP\)/ });
  expect(screen.queryByRole("button", { name: /^Abandon/ })).toBeNull();
});
