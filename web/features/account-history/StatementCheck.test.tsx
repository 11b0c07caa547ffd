/** Tests that the browser reads every page of the statement and finds a missing entry. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { StatementCheck } from "./StatementCheck.tsx";

const server = fakeServer();

const entry = (version: number) => ({
  transferId: String(version),
  at: "2026-03-01T09:00:00Z",
  code: "deposit",
  cause: null,
  account: "available",
  asset: "BTC",
  version,
  amountSats: 10,
  amountCents: null,
  balanceAfterSats: 10 * version,
  balanceAfterCents: null,
});

function answerWith(pages: readonly (readonly number[])[]): void {
  server.answer("GET /api/v1/ledger/entries", ({ query }) => {
    const page = Number(query["cursor"] ?? "0");
    return Response.json({
      items: pages[page]?.map(entry),
      nextCursor: page + 1 < pages.length ? String(page + 1) : null,
    });
  });
}

const check = async () =>
  fireEvent.click(await screen.findByRole("button", { name: /^Check every entry/ }));

test("a whole statement of two pages is confirmed", async () => {
  answerWith([
    [4, 3],
    [2, 1],
  ]);
  renderPage(<StatementCheck />);
  await check();
  expect(
    await screen.findByText(
      "No number is missing, and the balances add up: BTC available #1 to #4.",
    ),
  ).toBeTruthy();
  expect(server.requests.map(({ query }) => query["cursor"])).toEqual([undefined, "1"]);
});

test.each([
  ["between two pages", [[4, 3], [1]], "entry 3 follows entry 1"],
  ["on a page", [[4, 2, 1]], "entry 4 follows entry 2"],
])("a missing entry %s is named", async (_, pages, fault) => {
  answerWith(pages);
  renderPage(<StatementCheck />);
  await check();
  expect(await screen.findByText(`BTC available: ${fault}. Please contact support.`)).toBeTruthy();
});

test("an empty statement is stated", async () => {
  answerWith([[]]);
  renderPage(<StatementCheck />);
  await check();
  expect(await screen.findByText("There are no entries yet.")).toBeTruthy();
});
