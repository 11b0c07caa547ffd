/** Tests the cold wallet panel: the text for each state, and the requests that the panel sends. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import {
  readPsbt,
  type Cold,
  type ColdProofRequest,
  type ComingBack,
  type Descriptor,
} from "./cold-wallet.ts";
import { ColdPanel } from "./ColdPanel.tsx";

const server = fakeServer();
const AT = "2026-03-01T09:00:00Z";
const HASH = "c".repeat(64);
const BYTES = [0x70, 0x73, 0x62, 0x74, 0xff, 0x01, 0x00];
const PSBT = btoa(String.fromCharCode(...BYTES));

const none: Cold = {
  at: AT,
  state: "no_descriptor",
  hotSats: 1_200_000_000,
  coldSats: 0,
  ceilingSats: 1_000_000_000,
  keepSats: 500_000_000,
  rateMaxSatsPerVb: 3,
  descriptors: [],
  moves: [],
  returns: [],
};

const descriptor: Descriptor = {
  id: "cds_1",
  descriptor: "wsh(sortedmulti(2,A,B))#abcdefgh",
  threshold: 2,
  keysCount: 3,
  state: "approved",
  isCurrent: true,
  firstAddress: "bcrt1qfirst",
  count: 2,
  sats: 700_000_000,
  returnableSats: 699_999_000,
  reason: "a test",
  proposedAt: AT,
  proposedByEmail: "ann@example.test",
  decidedByEmail: "bob@example.test",
  approvalHash: HASH,
  obstacle: null,
};

const open: ComingBack = {
  id: "slf_1",
  descriptorId: "cds_1",
  state: "approved",
  txid: "a1".repeat(32),
  address: "bcrt1qhot",
  amountSats: 100_000_000,
  minerFeeSats: 500,
  coins: 1,
  threshold: 2,
  reason: "a test",
  proposedAt: AT,
  proposedByEmail: "ann@example.test",
  approvedByEmail: "bob@example.test",
  approvalHash: HASH,
  obstacle: "own_proposal",
  psbt: PSBT,
  transaction: null,
};

const request: ColdProofRequest = {
  height: 1_200,
  message: "Hashfloor (practice) reserves of https://floor.test",
  scripts: [
    {
      address: "bcrt1qcold",
      sats: 700_000_000,
      witnessScriptHex: "52ae",
      signedAt: null,
      isDue: true,
    },
  ],
};

async function show(changes: Partial<Cold>, proof: ColdProofRequest | null = null): Promise<void> {
  server.answer("GET /api/v1/admin/cold/proof", () => Response.json({ request: proof }));
  server.answer("GET /api/v1/admin/cold", () => Response.json({ ...none, ...changes }));
  renderPage(<ColdPanel />);
  await screen.findByText("Ceiling");
}
const dialog = () => within(screen.getByRole("dialog"));
const sent = (route: string) => server.requests.find((one) => one.route === route)?.body;

test("without a descriptor the panel accepts one", async () => {
  const route = "POST /api/v1/admin/cold/descriptors";
  server.answer(route, () => Response.json({ id: "cds_1", approvalHash: HASH }));
  await show({});
  screen.getByText(/^All coins are hot/);
  expect(screen.queryByRole("button", { name: "Return coins" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Propose a descriptor" }));
  fireEvent.click(dialog().getByRole("button", { name: /^Propose/ }));
  dialog().getByText("Paste the descriptor.");
  fireEvent.change(dialog().getByLabelText(/^Descriptor/), { target: { value: "wsh(...)#x" } });
  fireEvent.change(dialog().getByLabelText(/^Reason/), { target: { value: "keys of three" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Propose/ }));
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Proposed" }));
  expect(sent(route)).toEqual({ descriptor: "wsh(...)#x", reason: "keys of three" });
});

test("the panel shows the maximum fee rate for moving coins", async () => {
  await show({ state: "too_dear", descriptors: [descriptor] });
  expect(screen.getByText("Coins move once the fee rate is 3 sat/vB or less.")).toBeTruthy();
  screen.getByText("2 of 3");
  screen.getByText("current");
});

test("the form refuses a return above the maximum", async () => {
  const route = "POST /api/v1/admin/cold/returns";
  server.answer(route, () => Response.json({ id: "slf_1", approvalHash: HASH }));
  await show({ state: "below_ceiling", coldSats: 700_000_000, descriptors: [descriptor] });
  fireEvent.click(screen.getByRole("button", { name: "Return coins" }));
  const amount = dialog().getByLabelText(/^Amount/);
  fireEvent.change(amount, { target: { value: "7" } });
  fireEvent.change(dialog().getByLabelText(/^Reason/), { target: { value: "withdrawals" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Propose/ }));
  dialog().getByText("You can return at most 6.99999000 BTC at once.");
  fireEvent.click(dialog().getByRole("button", { name: "Max" }));
  fireEvent.click(dialog().getByRole("button", { name: /^Propose/ }));
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Proposed" }));
  expect(sent(route)).toEqual({
    descriptorId: "cds_1",
    amountSats: 699_999_000,
    reason: "withdrawals",
  });
});

test("coins of a replaced descriptor can be returned", async () => {
  const route = "POST /api/v1/admin/cold/returns";
  server.answer(route, () => Response.json({ id: "slf_1", approvalHash: HASH }));
  const current = { ...descriptor, id: "cds_2", descriptor: "wpkh(C)#abcdefgh", returnableSats: 0 };
  const earlier = { ...descriptor, isCurrent: false, returnableSats: 500_000_000 };
  await show({ state: "below_ceiling", descriptors: [current, earlier] });
  const [ofCurrent, ofEarlier] = screen.getAllByRole("button", { name: /^Return coins/ });
  expect(ofCurrent?.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(ofEarlier ?? document.body);
  dialog().getByText(earlier.descriptor);
  fireEvent.click(dialog().getByRole("button", { name: "Max" }));
  fireEvent.change(dialog().getByLabelText(/^Reason/), { target: { value: "keys replaced" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Propose/ }));
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Proposed" }));
  expect(sent(route)).toMatchObject({ descriptorId: "cds_1", amountSats: 500_000_000 });
});

test("an approved return is exported, signed elsewhere and imported", async () => {
  const route = "POST /api/v1/admin/cold/returns/slf_1/import";
  const title = "Signatures Missing";
  server.answer(route, () =>
    Response.json({ title, detail: "Coin 1 has 1 of 2.", code: "x", status: 422 }, { status: 422 }),
  );
  await show({ state: "below_ceiling", descriptors: [descriptor], returns: [open] });
  screen.getByText("waits to be signed by 2 people and imported");
  screen.getByRole("button", { name: "Save file" });
  fireEvent.click(screen.getByRole("button", { name: "Import signed" }));
  fireEvent.click(dialog().getByRole("button", { name: /^Import and send/ }));
  dialog().getByText("Choose a file or paste the PSBT.");
  fireEvent.change(dialog().getByLabelText("Or paste the text"), { target: { value: PSBT } });
  fireEvent.click(dialog().getByRole("button", { name: /^Import and send/ }));
  await dialog().findByText(`${title}.`);
  expect(sent(route)).toEqual({ psbt: PSBT });
});

test("binary and text files yield the same PSBT", async () => {
  expect(await readPsbt(new Blob([Uint8Array.from(BYTES)]))).toBe(PSBT);
  expect(await readPsbt(new Blob([PSBT]))).toBe(PSBT);
});

test("signatures of the key holders are added for the message that is shown", async () => {
  const route = "POST /api/v1/admin/cold/proof";
  server.answer(route, () => Response.json({ isAdded: true }));
  await show({ state: "below_ceiling", descriptors: [descriptor] }, request);
  await screen.findByText(request.message);
  screen.getByText("bcrt1qcold");
  screen.getByText("due");
  fireEvent.click(screen.getByRole("button", { name: "Add signatures" }));
  fireEvent.click(dialog().getByRole("button", { name: /^Add/ }));
  dialog().getByText("Enter an address and a signature on each line.");
  const field = dialog().getByLabelText(/^Signatures/);
  fireEvent.change(field, { target: { value: "bcrt1qcold\n" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Add/ }));
  dialog().getByText("Enter an address and a signature on each line.");
  fireEvent.change(field, { target: { value: " bcrt1qcold  AgAA\n\nbcrt1qother ful+/=\n" } });
  fireEvent.click(dialog().getByRole("button", { name: /^Add/ }));
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Added" }));
  expect(sent(route)).toEqual({
    message: request.message,
    signatures: [
      { address: "bcrt1qcold", signature: "AgAA" },
      { address: "bcrt1qother", signature: "ful+/=" },
    ],
  });
});

test.each([
  [null, "No proof of liabilities has been taken yet."],
  [{ ...request, scripts: [] }, "The cold wallet had no coins at the newest proof."],
] as const)("without a message to sign, the panel says why (%#)", async (shown, text) => {
  const proof = shown && { ...shown, scripts: [...shown.scripts] };
  await show({ state: "below_ceiling", descriptors: [descriptor] }, proof);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add signatures" })).toBeNull();
});
