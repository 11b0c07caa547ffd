/**
 * Tests that /try opens a session automatically, but only once and only after a click on the
 * landing page. Otherwise, the user must click on /try, so that an attacker's link cannot open a
 * session.
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { App } from "../../app/app.tsx";
import { createQueryClient } from "../../data/api/query-client.ts";
import { markTryPress } from "../../ui/navigation/try-press.ts";
import { createAppRouter } from "../../app/routes.tsx";
import { fakeServer } from "../../testing/page.tsx";

const server = fakeServer();
const USER = { id: "00000000-0000-4000-8000-000000000001", email: "", is_anonymous: true };
let routes: string[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  routes = [];
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const note = (what: string, answer: unknown) => () => {
    routes.push(what);
    return Response.json(answer);
  };
  server.answer("GET /config.json", () =>
    Response.json({ supabaseUrl: "http://127.0.0.1:3000", supabaseKey: "key", signIn: "here" }),
  );
  const claims = { sub: USER.id, session_id: "one", aal: "aal1", is_anonymous: true };
  const access_token = `${btoa("{}")}.${btoa(JSON.stringify(claims))}.x`;
  const session = { access_token, refresh_token: "r", expires_in: 3600, token_type: "bearer" };
  server.answer("POST /auth/v1/signup", note("session", { ...session, user: USER }));
  server.answer("POST /api/v1/wallet/faucet", note("coins", { amountSats: 1 }));
  server.answer("POST /api/v1/mining/start", note("mining", { isMining: true }));
});

async function comeToTry() {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/try"] }));
  render(<App router={router} queryClient={createQueryClient()} />);
  const button = await screen.findByRole("button", { name: /^Try it now|^Opening/ });
  return { router, button };
}

const atDashboard = ({ router }: Awaited<ReturnType<typeof comeToTry>>) =>
  waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));

test("after the click on the landing page the account starts with coins and mining", async () => {
  markTryPress();
  await atDashboard(await comeToTry());
  expect(routes.toSorted()).toEqual(["coins", "mining", "session"]);
  expect(sessionStorage.getItem("try-pressed")).toBeNull();
});

test("a direct link opens no account before a click on /try", async () => {
  const page = await comeToTry();
  await waitFor(() => expect(page.button.getAttribute("aria-disabled")).toBeNull());
  screen.getByText(/It is deleted after 7 days without use/);
  expect(routes).toEqual([]);
  fireEvent.click(page.button);
  await atDashboard(page);
  expect(routes).toContain("session");
});
