import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { answer, refusal } from "../../../testing/network.ts";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { BrowserWalletPanel } from "./BrowserWalletPanel.tsx";

const ADDRESS = "bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk";
const CHALLENGE = "POST /api/v1/wallet/connections/challenge";
const SAVE = "POST /api/v1/wallet/connections";

const server = fakeServer();
afterEach(() => Reflect.deleteProperty(globalThis, "unisat"));

function open(sign: () => Promise<string>): { readonly closed: () => number } {
  let closed = 0;
  const unisat = { requestAccounts: () => Promise.resolve([ADDRESS]), signMessage: sign };
  Object.assign(globalThis, { unisat });
  server.answer(CHALLENGE, () =>
    answer({ id: "wch_1", address: ADDRESS, network: "regtest", message: "sign this" }),
  );
  renderPage(<BrowserWalletPanel onClose={() => (closed += 1)} />);
  fireEvent.click(screen.getByRole("button", { name: /^UniSat/ }));
  return { closed: () => closed };
}
const saveCount = () => server.requests.filter(({ route }) => route === SAVE).length;

test.each([
  ["Cancel", () => fireEvent.click(screen.getByRole("button", { name: "Cancel" })), 1],
  ["opening something else in its place", cleanup, 0],
])("after %s, a late response by the extension saves nothing", async (_, leave, closes) => {
  const late = Promise.withResolvers<string>();
  let requestCount = 0;
  const { closed } = open(() => {
    requestCount += 1;
    return late.promise;
  });
  await waitFor(() => expect(requestCount).toBe(1));
  // A second click has no effect while the wallet waits for the user's decision.
  fireEvent.click(screen.getByRole("button", { name: /UniSat/ }));
  leave();
  await act(async () => {
    late.resolve("signature");
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect([requestCount, closed(), saveCount()]).toEqual([1, closes, 0]);
});

test("a signature by another account or for a used message is refused", async () => {
  server.answer(SAVE, () => refusal(422, "signature_of_other_key"));
  const { closed } = open(() => Promise.resolve("by another account's key"));
  await screen.findByText("You do not have enough BTC for Pro Miner.");
  server.answer(SAVE, () => refusal(409, "challenge_used"));
  fireEvent.click(screen.getByRole("button", { name: /^UniSat/ }));
  await waitFor(() => expect(saveCount()).toBe(2));
  await screen.findByText("You do not have enough BTC for Pro Miner.");
  expect(closed()).toBe(0);
});
