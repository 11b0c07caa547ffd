/** Tests that money requests without a response are shown with their state after a reload. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../data/api/call.ts";
import { setTokenSource } from "../../data/api/asker.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { noCode } from "../../testing/network.ts";
import { UnansweredArea } from "./UnansweredArea.tsx";

const server = fakeServer();
const USER = "ada";
const token = `x.${btoa(JSON.stringify({ sub: USER }))}.x`;

beforeEach(() => {
  localStorage.clear();
  setTokenSource({ ...noCode, token: () => Promise.resolve(token), rejected: () => {} });
});

const withdraw = (code: string, feeSats = 10_000) =>
  api("createWithdrawal", {
    body: { amountSats: 100_000, method: "wallet", walletAddress: "bcrt1q", code, feeSats },
  });
const sent = () => server.requests.filter(({ route }) => route === "POST /api/v1/withdrawals");

/** Sets the state of the withdrawal that the server reports. */
function answerState(state: string, rest = {}): void {
  const [request] = sent();
  server.answer(`GET /api/v1/me/requests/createWithdrawal/${request?.key}`, () =>
    Response.json({ state, at: null, title: null, text: null, ...rest }),
  );
}

async function loseAnswer(): Promise<void> {
  await expect(withdraw("111111")).rejects.toThrow("does not answer");
}

const page = () => renderPage(<UnansweredArea userId={USER} />);

test("a completed withdrawal is shown with amount and time", async () => {
  await loseAnswer();
  answerState("done");
  page();
  await screen.findByText(/the request was carried out/);
  expect(screen.getByRole("region").textContent).toContain(
    "Withdrawal (0.00100000 BTC to bcrt1q), sent ",
  );
  fireEvent.click(screen.getByRole("button", { name: "Close this notice" }));
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});

test("a request that never arrived is reported and keeps its key", async () => {
  await loseAnswer();
  answerState("unknown");
  page();
  await screen.findByText(/The server has not received it/);
  server.answer("POST /api/v1/withdrawals", () => Response.json({ id: "wdr_1" }));
  await withdraw("222222");
  const [first, second] = sent();
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toMatchObject({ code: "222222" });
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});

test("a withdrawal with another code and fee is the same withdrawal", async () => {
  await loseAnswer();
  server.answer("POST /api/v1/withdrawals", () => Response.json({ id: "wdr_1" }));
  await withdraw("222222", 12_000);
  const [first, second] = sent();
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toMatchObject({ code: "222222", feeSats: 10_000 });
});

test("the two-factor code is not stored", async () => {
  await loseAnswer();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain("111111");
});

test("a refused request shows the reason for the refusal", async () => {
  await loseAnswer();
  answerState("refused", { title: "Insufficient Funds", text: "Not enough." });
  page();
  await screen.findByText(/It was refused. Insufficient Funds: Not enough./);
  await loseAnswer();
  const [first, second] = sent();
  expect(second?.key).not.toBe(first?.key);
});

test("a failed check can be repeated", async () => {
  await loseAnswer();
  page();
  await screen.findByText(/the server is not responding now/);
  answerState("done");
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText(/the request was carried out/)).toBeDefined();
});

test("requests of another user are not shown", async () => {
  await loseAnswer();
  renderPage(<UnansweredArea userId="bob" />);
  expect(screen.queryByRole("region")).toBeNull();
});
