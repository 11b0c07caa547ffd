/**
 * Tests that a withdrawal is tracked by its id until it is signed. When the txid then replaces the
 * id in the URL, typed text and focus must be preserved.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "../../../data/api/query-client.ts";
import { answer } from "../../../testing/network.ts";
import { fakeServer } from "../../../testing/page.tsx";
import type { Transaction } from "./LiveTracker.tsx";
import { TrackTransactionPage } from "./TrackTransactionPage.tsx";

const server = fakeServer();
const ID = "wdr_1";
const TXID = "ab".repeat(32);

const PROCESSING: Transaction = {
  id: ID,
  txid: null,
  state: "processing",
  confirmations: 0,
  required: 6,
  network: "regtest",
  blockHash: null,
  outputSats: 4_999_718,
  outputs: [],
  inputs: [],
  virtualSize: null,
  blockHeight: null,
  minerFeeSats: null,
  feeRateSatsPerVb: null,
  firstSeenAt: null,
  etaSeconds: null,
  replacedBy: null,
  versions: [],
  attempt: null,
  rejectedReason: null,
  waitingReason: null,
  simulated: null,
  explorerUrl: null,
  paysCount: 1,
  own: [],
};

/** Renders the page. Returns its fields and a function that signs the withdrawal. */
async function show() {
  let txid: string | null = null;
  server.answer(`GET /api/v1/transactions/${ID}`, () => answer({ ...PROCESSING, txid }));
  server.answer("GET /api/v1/wallet/followed", () => answer({ items: [], nextCursor: null }));
  const root = createRootRoute();
  const path = "/track-transaction/$txId";
  const page = createRoute({ getParentRoute: () => root, path, component: TrackTransactionPage });
  const history = createMemoryHistory({ initialEntries: [`/track-transaction/${ID}`] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  const queryClient = createQueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const follow = await screen.findByLabelText<HTMLInputElement>("Transaction to follow");
  const track = screen.getByLabelText<HTMLInputElement>(/^TXID/);
  const sign = async () => {
    txid = TXID;
    await queryClient.invalidateQueries({ queryKey: ["getTransaction"] });
    await waitFor(() => expect(history.location.pathname).toContain(TXID));
    await screen.findByText(TXID);
  };
  return { follow, track, sign };
}

test("typed text is kept when the txid arrives", async () => {
  const { follow, track, sign } = await show();
  fireEvent.change(track, { target: { value: "abc" } });
  fireEvent.change(follow, { target: { value: "cde" } });
  follow.focus();
  await sign();
  expect(document.activeElement).toBe(follow);
  expect(track.isConnected).toBe(true);
  expect([track.value, follow.value]).toEqual(["abc", "cde"]);
});

test("fields that the user has not edited change to the txid", async () => {
  const { follow, track, sign } = await show();
  expect([track.value, follow.value]).toEqual([ID, ""]);
  await sign();
  await waitFor(() => expect([track.value, follow.value]).toEqual([TXID, TXID]));
});
