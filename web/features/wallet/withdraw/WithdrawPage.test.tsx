/**
 * Tests that a withdrawal whose response was lost is never paid twice, whatever the user types
 * before retrying, and that the details cannot be edited while their code is being sent.
 */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { shownToast } from "../../../ui/toasts/toast-store.ts";
import { WithdrawPage } from "./WithdrawPage.tsx";

const server = fakeServer();
const WITHDRAW = "POST /api/v1/withdrawals";

let askedSats = 0;

const hold = (availableSats: number) => {
  askedSats = 100_000_000 - availableSats;
  server.answer("GET /api/v1/wallet", () => Response.json({ availableSats, owedSats: 0 }));
};

async function show(codeFrom: "authenticator" | "mail" | "passkey"): Promise<void> {
  showDetails(codeFrom);
  const bank = await screen.findByRole("tab", { name: "Bank" });
  fireEvent.mouseDown(bank, { button: 0 });
  await waitFor(() => expect(bank.getAttribute("aria-selected")).toBe("true"));
}

function showDetails(codeFrom: "authenticator" | "mail" | "passkey"): void {
  hold(100_000_000);
  server.answer("GET /api/v1/withdrawals", () => Response.json({ items: [], nextCursor: null }));
  server.answer("GET /api/v1/withdrawals/terms", () =>
    Response.json({
      network: "regtest",
      methods: ["wallet", "bank"],
      feeSats: 10_000,
      marketSats: 0,
      expectedMinerFeeSats: 282,
      limits: [],
      minSats: 10_294,
      reviewSats: 100_000_000,
      secondPersonSats: 500_000_000,
      askedSats,
      rateUsdPerBtc: "60000",
      codeFrom,
      hasAuthenticator: codeFrom === "authenticator",
      codeMinutes: 10,
      isOpen: true,
      closedReason: null,
      lockedUntil: null,
      measuredSecondsMedian: null,
      simulatedSecondsMedian: null,
    }),
  );
  renderPage(<WithdrawPage />);
}

const type = (label: RegExp, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const sent = () => server.requests.filter(({ route }) => route === WITHDRAW);

/** Submits the form and waits until the response has arrived or is lost. */
async function withdraw(code: string): Promise<void> {
  const earlier = sent().length;
  type(/^Security code/, code);
  press(/^Withdraw \d/);
  await waitFor(() => expect(sent()).toHaveLength(earlier + 1));
  await screen.findByRole("button", { name: /^Withdraw \d/ });
}

async function review(amount: string): Promise<void> {
  type(/^Amount in BTC/, amount);
  press(/^Review withdrawal/);
  await screen.findByLabelText(/^Security code/);
}

const refuse = (code: string, status: number) => () =>
  Response.json({ title: "No", detail: "Not that.", code }, { status });

test("a withdrawal without a response is resent unchanged despite a new code", async () => {
  await show("authenticator");
  await review("0.001");
  await withdraw("111111");
  // The server refuses before it processes the withdrawal, so the first request may still have
  // succeeded.
  server.answer(WITHDRAW, refuse("step_up_required", 403));
  await withdraw("222222");
  press(/^Back/);
  await review("0.001");
  server.answer(WITHDRAW, () => Response.json({ id: "wdr_1", method: "bank" }));
  await withdraw("333333");
  expect(shownToast()).toMatchObject({ title: "Withdrawal via Bank Initiated" });
  const [first, ...later] = sent();
  expect(first?.body).toMatchObject({ amountSats: 100_000, code: "111111" });
  expect(later.map(({ body }) => body)).toEqual([first?.body, first?.body]);
});

test("a withdrawal without a response is resent unchanged if the balance is now empty", async () => {
  await show("authenticator");
  await review("1");
  hold(0);
  await withdraw("111111");
  press(/^Back/);
  type(/^Amount in BTC/, "0.5");
  press(/^Review withdrawal/);
  expect(shownToast()?.title).toBe("Insufficient Funds");
  await review("1");
  server.answer(WITHDRAW, () => Response.json({ id: "wdr_1", method: "bank" }));
  await withdraw("222222");
  expect(shownToast()?.title).toBe("Withdrawal via Bank Initiated");
  const [first, again] = sent();
  expect(first?.body).toMatchObject({ amountSats: 100_000_000, code: "111111" });
  expect(again).toEqual(first);
});

test("the summary of a sent withdrawal stays when the balance becomes empty", async () => {
  const page = () => document.body.textContent;
  const sums = () => screen.getByRole("region", { name: "Review" }).textContent;
  await show("authenticator");
  await review("1");
  const before = sums();
  expect(before).toContain("Withdraw 1.00000000 BTC");
  server.answer(WITHDRAW, () => {
    hold(0);
    return Response.json({ id: "wdr_1", method: "bank" });
  });
  await withdraw("111111");
  await waitFor(() => expect(page()).toContain("Available 0.00000000"));
  expect(shownToast()?.title).toBe("Withdrawal via Bank Initiated");
  expect(sums()).toBe(before);
  expect(page()).not.toContain("Nothing to withdraw yet");
});

test("the request after a refusal contains the newly typed code", async () => {
  await show("authenticator");
  await review("0.001");
  await withdraw("111111");
  server.answer(WITHDRAW, refuse("wrong_code", 422));
  await withdraw("222222");
  await withdraw("333333");
  const codes = sent().map(({ body }) => (body as { code: string }).code);
  expect(codes).toEqual(["111111", "111111", "333333"]);
});

test("a request with a different amount is a new withdrawal", async () => {
  await show("authenticator");
  await review("0.001");
  await withdraw("111111");
  press(/^Back/);
  await review("0.002");
  await withdraw("222222");
  expect(sent().map(({ body }) => body)).toMatchObject([
    { amountSats: 100_000, code: "111111" },
    { amountSats: 200_000, code: "222222" },
  ]);
});

test("focus moves to the review step and back to the details", async () => {
  await show("authenticator");
  const focusedElement = () => document.activeElement;
  expect(focusedElement()).toBe(screen.getByRole("tab", { name: "Bank" }));
  await review("0.001");
  expect(focusedElement()).toBe(screen.getByLabelText(/^Security code/));
  press(/^Back/);
  expect(focusedElement()).toBe(screen.getByRole("button", { name: /^Review withdrawal/ }));
  const wallet = screen.getByRole("tab", { name: "Wallet" });
  wallet.focus();
  fireEvent.mouseDown(wallet, { button: 0 });
  await screen.findByLabelText(/^Wallet address/);
  expect(focusedElement()).toBe(wallet);
});

test("focus moves to the passkey note", async () => {
  await show("passkey");
  type(/^Amount in BTC/, "0.001");
  press(/^Review withdrawal/);
  const text = await screen.findByText(/^Your device asks for your passkey/);
  expect(document.activeElement).toBe(text.parentElement);
});

test("the details cannot be edited while their code is being sent", async () => {
  const answered = Promise.withResolvers<Response>();
  server.answer("POST /api/v1/withdrawals/code", () => answered.promise);
  await show("mail");
  type(/^Amount in BTC/, "0.001");
  press(/^Review withdrawal/);
  const fields = ["Amount in BTC", "Account holder", "Account number", "Routing number"].map(
    (label) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)),
  );
  await waitFor(() => expect(fields.map((field) => field.readOnly)).not.toContain(false));
  expect(screen.queryByRole("button", { name: /^Max/ })).toBeNull();
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Wallet" }), { button: 0 });
  answered.resolve(
    Response.json({ sentTo: "the practice mailbox", expiresAt: new Date(Date.now() + 600_000) }),
  );
  await screen.findByText(/the practice mailbox/);
  expect(screen.getByRole("tab", { name: "Bank" }).getAttribute("aria-selected")).toBe("true");
});

test("verified addresses that fail to load are not reported as missing", async () => {
  const none = /your list is empty/;
  server.answer("GET /api/v1/wallet/address-lock", () =>
    Response.json({ isOn: true, offAt: null }),
  );
  const read = Promise.withResolvers<Response>();
  server.answer("GET /api/v1/wallet/connections", () => read.promise);
  showDetails("authenticator");
  await screen.findByText(/go to your verified addresses only/);
  expect(screen.queryByText(none)).toBeNull();
  read.resolve(refuse("too_many", 429)());
  await screen.findByText(/Your verified addresses could not be loaded/);
  expect(screen.queryByText(none)).toBeNull();
  server.answer("GET /api/v1/wallet/connections", () => Response.json({ items: [] }));
  const card = screen
    .getByText(/Your verified addresses could not be loaded/)
    .closest("[role=alert]");
  fireEvent.click(within(card as HTMLElement).getByRole("button", { name: "Retry" }));
  await screen.findByText(none);
});

test("the form shows the miner's part of the fee and who keeps the rest", async () => {
  showDetails("mail");
  fireEvent.click(await screen.findByRole("tab", { name: /wallet/i }));
  const text = "About 0.00000282 BTC of the fee go to the miner. The operator keeps the rest.";
  expect(await screen.findByText(text)).not.toBeNull();
});

test("the form states that the operator keeps the whole fee of a simulated payout", async () => {
  await show("mail");
  const text = "No transaction is sent. The operator keeps the whole fee.";
  expect(await screen.findByText(text)).not.toBeNull();
});
