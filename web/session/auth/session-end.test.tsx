/**
 * Tests that the login page explains why a session ended, if the user did not end it in this
 * browser.
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { App } from "../../app/app.tsx";
import { createQueryClient } from "../../data/api/query-client.ts";
import { createAppRouter } from "../../app/routes.tsx";
import { fakeServer } from "../../testing/page.tsx";
import { shownToast, toast } from "../../ui/toasts/toast-store.ts";
import { signOut, signOutEverywhere } from "./auth-client.ts";

const server = fakeServer();
const KEY = "sb-127-auth-token";
const USER = { id: "00000000-0000-4000-8000-000000000001", email: "ada@sample.test" };
const TITLE = "Your session ended.";
const TEXT =
  "It was ended from another device or because your account changed. Log in again to continue.";

let sessions = 0;

/** Stores a signed-in user in the official client's format. */
function keepSession(factors: readonly object[] = []): string {
  const claims = { sub: USER.id, session_id: `session-${(sessions += 1)}`, aal: "aal1" };
  const access_token = `${btoa("{}")}.${btoa(JSON.stringify(claims))}.x`;
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = {
    access_token,
    refresh_token: "r",
    expires_in: 3600,
    expires_at,
    user: { ...USER, factors },
  };
  localStorage.setItem(KEY, JSON.stringify({ ...session, token_type: "bearer" }));
  return access_token;
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.answer("GET /config.json", () =>
    Response.json({
      supabaseUrl: "http://127.0.0.1:3000",
      supabaseKey: "key",
      messages: "mailbox",
    }),
  );
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
});

function open(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<App router={router} queryClient={createQueryClient()} />);
  return router;
}

const isAsked = (route: string) =>
  vi.waitFor(() => expect(server.requests.map((one) => one.route)).toContain(route), 10_000);

const loginHeading = () => screen.findByRole("heading", { name: "Login" });

const sessionEnded = { title: "Session ended", detail: "Log in again.", code: "session_ended" };

test("the login page explains a session ended by the server", async () => {
  keepSession();
  server.answer("GET /api/v1/me", () => Response.json(sessionEnded, { status: 401 }));
  const over = { code: "refresh_token_not_found", message: "Invalid Refresh Token" };
  server.answer("POST /auth/v1/token", () => Response.json(over, { status: 400 }));
  const router = open("/wallet?x=1");
  await loginHeading();
  await screen.findByText(TITLE);
  expect(screen.getByRole("status").textContent).toBe(`${TITLE} ${TEXT}`);
  expect(router.state.location.search).toEqual({ redirect: "/wallet?x=1" });
});

test("a token that the server considers expired is renewed", async () => {
  const refused = `Bearer ${keepSession()}`;
  const stored = localStorage.getItem(KEY) ?? "";
  const next = keepSession();
  const renewed = localStorage.getItem(KEY) ?? "";
  localStorage.setItem(KEY, stored);
  const bearers: (string | null)[] = [];
  server.answer("GET /api/v1/me", ({ bearer }) => {
    bearers.push(bearer);
    return Response.json(sessionEnded, { status: bearer === refused ? 401 : 503 });
  });
  server.answer("POST /auth/v1/token", () => Response.json(JSON.parse(renewed)));
  const router = open("/wallet");
  await vi.waitFor(() => expect(bearers).toContain(`Bearer ${next}`), 10_000);
  expect(router.state.location.pathname).toBe("/wallet");
  expect(server.requests.map(({ route }) => route)).not.toContain("POST /auth/v1/logout");
});

test.each([
  ["Logout", signOut],
  ["Sign out everywhere", signOutEverywhere],
])("the login page shows no explanation after the user's own %s", async (_, end) => {
  keepSession();
  const router = open("/wallet");
  await isAsked("GET /api/v1/me");
  act(() => toast({ title: "Withdrawal via Bank Initiated", duration: Infinity }));
  await act(() => end());
  await loginHeading();
  expect(router.state.location.pathname).toBe("/login");
  expect(screen.queryByText(TITLE)).toBeNull();
  expect(shownToast()).toBeUndefined();
});

test("a user without an authenticator app is sent to the hosted service", async () => {
  keepSession([{ id: "p", factor_type: "phone", status: "verified" }]);
  open("/wallet");
  const message = await screen.findByText(/^This form accepts only codes of authenticator apps/);
  expect(message.textContent).toContain("This form accepts only codes of authenticator apps");
  expect(screen.queryByLabelText("Authentication code")).toBeNull();
  screen.getByRole("button", { name: "Use another account" });
});

test("a user with an authenticator app and a phone is asked for the app's code", async () => {
  const factor = { id: "p", factor_type: "phone", status: "verified" };
  keepSession([factor, { ...factor, id: "t", factor_type: "totp" }]);
  open("/wallet");
  const code = await screen.findByLabelText("Authentication code");
  expect(code.tagName).toBe("INPUT");
});

test("a first visit shows no explanation", async () => {
  open("/wallet");
  await loginHeading();
  expect(screen.queryByText(TITLE)).toBeNull();
});

test.each([
  ["here", "Use a recovery code", /Write to support/],
  ["elsewhere", undefined, /Only the service that signs you in can help you/],
])("a user who lost the phone is told who can help (sign-in: %s)", async (signIn, way, lost) => {
  const config = { supabaseUrl: "http://127.0.0.1:3000", supabaseKey: "key", messages: "mailbox" };
  server.answer("GET /config.json", () => Response.json({ ...config, signIn }));
  keepSession([{ id: "t", factor_type: "totp", status: "verified" }]);
  open("/login");
  await screen.findByText(lost);
  expect(screen.queryByRole("button", { name: /recovery code/ })?.textContent).toBe(way);
});

test.each([
  ["/login", "This link no longer works."],
  ["/reset-password", "This link no longer works."],
])("a link refused by a hosted service is reported at %s", async (path, title) => {
  location.hash = "#error=access_denied&error_code=otp_expired&error_description=Expired";
  open(path);
  expect((await screen.findByRole("alert")).textContent).toContain(title);
  location.hash = "";
});
