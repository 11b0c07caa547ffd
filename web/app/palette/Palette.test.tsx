import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { createQueryClient } from "../../data/api/query-client.ts";
import { userArea } from "../navigation/entries.ts";
import { answer, refusal } from "../../testing/network.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { Palette } from "./Palette.tsx";

const server = fakeServer();
const ADDRESS = "bcrt1qd7spv5q28348xl4myc8zmh983w5jx32cs707jh";
const DEPOSITS = "GET /api/v1/wallet/deposits";
const WITHDRAWALS = "GET /api/v1/withdrawals";

const nothing = () => undefined;
const listOf = (...items: unknown[]) => answer({ items, nextCursor: null });
const type = (value: string) =>
  fireEvent.change(screen.getByRole("combobox"), { target: { value } });

function open() {
  const queryClient = createQueryClient();
  renderPage(
    <QueryClientProvider client={queryClient}>
      <Palette
        area={userArea}
        onClose={nothing}
        onHelp={nothing}
        onActivity={nothing}
        onLogout={nothing}
      />
    </QueryClientProvider>,
  );
  return queryClient;
}

test("a result is always selected, even if the hovered one disappears", async () => {
  const deposit = (byte: string) => ({ txid: byte.repeat(32), address: ADDRESS });
  server.answer(DEPOSITS, () => listOf(deposit("ab"), deposit("cd")));
  server.answer(WITHDRAWALS, () => listOf());
  const queryClient = open();
  const selectedOption = () =>
    screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent);
  type(ADDRESS);
  await waitFor(() => expect(selectedOption()).toEqual([expect.stringContaining("abab")]));
  const second = screen.getByRole("option", { name: /cdcd/ });
  fireEvent.pointerMove(second);
  await waitFor(() => expect(selectedOption()).toEqual([expect.stringContaining("cdcd")]));
  server.answer(DEPOSITS, () => listOf(deposit("ab")));
  await queryClient.invalidateQueries({ queryKey: ["listDeposits"] });
  await waitFor(() => expect(selectedOption()).toEqual([expect.stringContaining("abab")]));
  // Simulate a late pointer event from the row that has disappeared.
  fireEvent.pointerMove(second);
  await waitFor(() => expect(selectedOption()).toEqual([expect.stringContaining("abab")]));
});

test.each([
  ["pool", "Mining Pool"],
  ["dark", "Dark theme"],
  ["usd", "Show amounts in USD"],
  ["logo", "Logout"],
  ["", "Dashboard"],
])("the best entry for '%s' is selected", async (typed, label) => {
  open();
  type("withdraw");
  type(typed);
  await waitFor(() =>
    expect(
      screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining(label)]),
  );
});

describe("an address without matches", () => {
  const longList = () => answer({ items: [], nextCursor: "older" });
  const refuse = () => refusal(400);
  const UNKNOWN = "None of your deposits or withdrawals used this address.";
  const NOT_AMONG = /^None of your newest 100 deposits and 100 withdrawals used this address\./;
  const FAILED = /^This address could not be looked up\./;

  test.each([
    ["all deposits and withdrawals were read", listOf, listOf, UNKNOWN],
    ["there are older deposits", longList, listOf, NOT_AMONG],
    ["there are older withdrawals", listOf, longList, NOT_AMONG],
    ["the deposits cannot be read", refuse, listOf, FAILED],
    ["the withdrawals cannot be read", longList, refuse, FAILED],
  ])("shows a note if %s", async (_, deposits, withdrawals, note) => {
    server.answer(DEPOSITS, () => deposits());
    server.answer(WITHDRAWALS, () => withdrawals());
    open();
    type(ADDRESS);
    await screen.findByText(note);
    const limits = server.requests.map(({ query }) => query["limit"]);
    expect(limits).toEqual(["100", "100"]);
  });
});
