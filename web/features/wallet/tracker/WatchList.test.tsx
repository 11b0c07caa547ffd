import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, refusal } from "../../../testing/network.ts";
import { fakeServer, renderPage } from "../../../testing/page.tsx";
import { WatchList } from "./WatchList.tsx";

const server = fakeServer();
const LIST = "GET /api/v1/wallet/followed";
const TXID = "ab".repeat(32);

const followedTransaction = (txid: string, more: object = {}) => ({
  txid,
  state: "not_seen",
  confirmations: 0,
  confirmationsRequired: 6,
  blockHeight: null,
  isMailed: false,
  followedAt: "2026-11-25T12:00:00.000Z",
  seenAt: null,
  takenBackAt: null,
  ...more,
});
const listAnswer = (...items: object[]) => answer({ items, nextCursor: null });

test("one click adds the shown transaction to the watch list", async () => {
  let items: object[] = [];
  server.answer(LIST, () => listAnswer(...items));
  server.answer("POST /api/v1/wallet/followed", () => {
    items = [
      followedTransaction(TXID),
      followedTransaction("1".repeat(64), { state: "in_mempool" }),
      followedTransaction("2".repeat(64), { state: "in_block", confirmations: 4 }),
      followedTransaction("3".repeat(64), { state: "taken_back" }),
    ];
    return answer(followedTransaction(TXID));
  });
  renderPage(<WatchList shownId={TXID} />);
  await screen.findByText("No transactions yet");
  fireEvent.click(screen.getByRole("switch", { name: "By e-mail" }));
  fireEvent.click(screen.getByRole("button", { name: /^Follow/ }));
  await screen.findByText("4 of 20");
  expect(server.requests).toContainEqual(
    expect.objectContaining({ body: { txid: TXID, isMailed: true } }),
  );
  for (const words of ["Not seen yet", "In the mempool", "4/6", "Reversed by a reorg"])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Transaction to follow").value).toBe("");

  server.answer(`PATCH /api/v1/wallet/followed/${TXID}`, () => {
    items = [followedTransaction(TXID, { isMailed: true })];
    return answer(followedTransaction(TXID, { isMailed: true }));
  });
  const mail = () => screen.getByRole("switch", { name: "By e-mail, transaction abababab" });
  fireEvent.click(mail());
  await waitFor(() => expect(mail().getAttribute("aria-checked")).toBe("true"));
  server.answer(`DELETE /api/v1/wallet/followed/${TXID}`, () => {
    items = [];
    return answer({ isRemoved: true });
  });
  fireEvent.click(screen.getByRole("button", { name: "Remove, transaction abababab" }));
  await screen.findByText("No transactions yet");
});

test("an invalid txid is not sent", async () => {
  server.answer(LIST, () => listAnswer());
  server.answer("POST /api/v1/wallet/followed", () => refusal(409, "already_followed"));
  renderPage(<WatchList shownId="demo-tx" />);
  const field = await screen.findByLabelText<HTMLInputElement>("Transaction to follow");
  expect(field.value).toBe("");
  fireEvent.change(field, { target: { value: "abc" } });
  fireEvent.click(screen.getByRole("button", { name: /^Follow/ }));
  await screen.findByText("A transaction ID has 64 hexadecimal digits.");
  expect(server.requests.every(({ route }) => route === LIST)).toBe(true);
  fireEvent.change(field, { target: { value: TXID } });
  fireEvent.click(screen.getByRole("button", { name: /^Follow/ }));
  await screen.findByText("You do not have enough BTC for Pro Miner.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});
