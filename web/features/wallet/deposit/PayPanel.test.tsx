import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { shownToast } from "../../../ui/toasts/toast-store.ts";
import { PayPanel } from "./PayPanel.tsx";

const ADDRESS = "bcrt1qd7spv5q28348xl4myc8zmh983w5jx32cs707jh";
const OF_WALLET = "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk";
const OF_TESTNET = "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl";

fakeServer();
afterEach(() => Reflect.deleteProperty(globalThis, "unisat"));

/**
 * Injects a wallet with UniSat's interface. `answer` simulates the user's decision and the payment.
 */
function inject(wallet: { address?: string; answer: () => Promise<string> }) {
  const paid: unknown[] = [];
  const { address = OF_WALLET, answer } = wallet;
  Object.assign(globalThis, {
    unisat: {
      requestAccounts: () => Promise.resolve([address]),
      signMessage: () => Promise.reject(new Error("nobody asked for a signature")),
      sendBitcoin(...to: unknown[]) {
        paid.push(to);
        return answer();
      },
    },
  });
  return paid;
}

let closed = 0;
function open(amount: string) {
  closed = 0;
  renderPage(<PayPanel address={ADDRESS} network="regtest" onClose={() => (closed += 1)} />);
  fireEvent.change(screen.getByLabelText(/^Amount to pay/), { target: { value: amount } });
  fireEvent.click(screen.getByRole("button", { name: /^UniSat/ }));
}

test("the wallet receives address and satoshis, and the page links to the tracker", async () => {
  const paid = inject({ answer: () => Promise.resolve("AB".repeat(32)) });
  open("0.012");
  await screen.findByText(/^UniSat reports the payment as sent/);
  expect(paid).toEqual([[ADDRESS, 1_200_000]]);
  expect(screen.getByRole("link").getAttribute("href")).toBe(
    `/track-transaction/${"ab".repeat(32)}`,
  );
  // A second click does not pay again.
  fireEvent.click(screen.getByRole("button", { name: /^UniSat/ }));
  await screen.findByText("Enter an amount in BTC above 0.");
  expect(paid).toHaveLength(1);
});

test("an empty amount is not sent to the wallet", async () => {
  const paid = inject({ answer: () => Promise.resolve("done") });
  open("0");
  await screen.findByText("Enter an amount in BTC above 0.");
  expect(paid).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Amount to pay/), { target: { value: "0.01" } });
  fireEvent.click(screen.getByRole("button", { name: /^UniSat/ }));
  await screen.findByText(/^UniSat returned no transaction ID/);
});

test("a wallet's refusal or error is shown on the page", async () => {
  const no = Object.assign(new Error("User rejected"), { code: 4001 });
  inject({ answer: () => Promise.reject(no) });
  open("0.01");
  await screen.findByText("You rejected the payment in the wallet. Nothing was paid.");
  inject({ answer: () => Promise.reject(new Error("Insufficient balance")) });
  document.body.replaceChildren();
  open("0.01");
  await screen.findByText("UniSat did not pay: Insufficient balance");
  expect(screen.queryByText(/reports the payment as sent/)).toBeNull();
});

test("no payment is requested from a wallet on another network", async () => {
  const paid = inject({ address: OF_TESTNET, answer: () => Promise.resolve("ab".repeat(32)) });
  open("0.01");
  await screen.findByText(/^UniSat is on another network, so no payment was requested/);
  expect(paid).toEqual([]);
});

test("the wallet's response is ignored after the panel is closed", async () => {
  const answer = Promise.withResolvers<string>();
  const paid = inject({ answer: () => answer.promise });
  open("0.01");
  await waitFor(() => expect(paid).toHaveLength(1));
  // A second click has no effect while the wallet waits for the user's decision.
  fireEvent.click(screen.getByRole("button", { name: /UniSat|Waiting/ }));
  expect(paid).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect([closed, shownToast()?.description]).toEqual([
    1,
    "The wallet still shows the request. If you confirm it there, the payment appears under Incoming.",
  ]);
  answer.resolve("ab".repeat(32));
  await answer.promise;
  expect(screen.queryByText(/reports the payment as sent/)).toBeNull();
});
