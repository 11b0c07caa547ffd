import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "../api/query-client.ts";
import { userArea } from "../navigation/entries.ts";
import { answer } from "../testing/network.ts";
import { fakeServer, renderPage } from "../testing/page.tsx";
import { Palette } from "./Palette.tsx";

const server = fakeServer();
const ADDRESS = "bcrt1qd7spv5q28348xl4myc8zmh983w5jx32cs707jh";
const DEPOSITS = "GET /api/v1/wallet/deposits";

const nothing = () => undefined;

test("of what is found one is selected, also when the one that was pointed at is gone", async () => {
  const deposit = (byte: string) => ({ txid: byte.repeat(32), address: ADDRESS });
  const listOf = (...items: unknown[]) => answer({ items, nextCursor: null });
  server.answer(DEPOSITS, () => listOf(deposit("ab"), deposit("cd")));
  server.answer("GET /api/v1/withdrawals", () => listOf());
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
  const selected = () =>
    screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: ADDRESS } });
  await waitFor(() => expect(selected()).toEqual([expect.stringContaining("abab")]));
  const second = screen.getByRole("option", { name: /cdcd/ });
  fireEvent.pointerMove(second);
  await waitFor(() => expect(selected()).toEqual([expect.stringContaining("cdcd")]));
  server.answer(DEPOSITS, () => listOf(deposit("ab")));
  await queryClient.invalidateQueries({ queryKey: ["listDeposits"] });
  await waitFor(() => expect(selected()).toEqual([expect.stringContaining("abab")]));
  // An event that was under way when the row went.
  fireEvent.pointerMove(second);
  await waitFor(() => expect(selected()).toEqual([expect.stringContaining("abab")]));
});
