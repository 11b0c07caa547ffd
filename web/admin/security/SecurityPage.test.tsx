/** Tests the security events of the last day: counts, networks, and how each kind was handled. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { SecurityPage } from "./SecurityPage.tsx";

const server = fakeServer();
const at = "2026-03-01T09:00:00Z";
const codes = ["wrong_code", "invalid_credentials", "otp_expired", "wrong_password", "code_used"];

const day: ApiAnswer<"getSecurity"> = {
  at,
  since: "2026-02-28T09:00:00Z",
  keptDays: 7,
  kinds: [
    {
      kind: "wrong_secret",
      count: 1_205,
      what: codes.map((what, index) => ({ what, count: 300 - index })),
    },
  ],
  networks: [
    {
      network: "2001:db8:0:7::/64",
      count: 1_000,
      lastAt: at,
      kinds: [{ kind: "wrong_secret", count: 1_000 }],
    },
    { network: null, count: 205, lastAt: at, kinds: [{ kind: "wrong_secret", count: 205 }] },
  ],
  furtherNetworks: 3,
};
const answer = (body: ApiAnswer<"getSecurity">) =>
  server.answer("GET /api/v1/admin/security", () => Response.json(body));

test("events are counted by kind and by network", async () => {
  answer(day);
  renderPage(<SecurityPage />);
  const kinds = within(await screen.findByRole("table", { name: "By kind" }));
  kinds.getByText("Wrong password, code or link");
  kinds.getByText("Wrong e-mail or password");
  kinds.getByText("1,205");
  kinds.getByText("and 1 other");
  kinds.getByText(/^Refused\. Each failure makes the account wait longer/);
  const networks = within(screen.getByRole("table", { name: "By network" }));
  networks.getByText("2001:db8:0:7::/64");
  expect(networks.getByText("many others").closest("tr")?.textContent).toContain("205");
  screen.getByText(/Not shown: 3 networks with fewer events\./);
});

test("a day without events shows an empty state", async () => {
  answer({ ...day, kinds: [], networks: [], furtherNetworks: 0 });
  renderPage(<SecurityPage />);
  await screen.findByText("No events");
  expect(screen.queryByRole("table")).toBeNull();
});
