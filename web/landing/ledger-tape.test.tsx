/** Tests that a newer movement pushes earlier movements down without remounting them. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../testing/page.tsx";
import { LedgerTape } from "./LedgerTape.tsx";

const server = fakeServer();
const at = "2026-09-16T09:00:00.000Z";
const movement = (txid: string) => ({
  txid: txid.repeat(64),
  kind: "faucet",
  at,
  confirmations: 1,
  amountSats: 1_000,
});

test("a focused row keeps focus when a newer movement arrives", async () => {
  let recent = [movement("b"), movement("b"), movement("a")];
  server.answer("GET /api/v1/public/stats", () => Response.json({ at, recent }));
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <LedgerTape />
    </QueryClientProvider>,
  );
  const links = await screen.findAllByRole("link");
  const [, , last] = links;
  last?.focus();
  recent = [movement("c"), ...recent];
  await client.refetchQueries();
  await screen.findByRole("link", { name: /^cc/ });
  expect(screen.getAllByRole("link").slice(1)).toEqual(links);
  expect(document.activeElement).toBe(last);
});
