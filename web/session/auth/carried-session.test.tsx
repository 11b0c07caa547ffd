/**
 * Tests session tokens in the URL fragment: which account they sign in to, which pages read them,
 * and the required click.
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "../../app/app.tsx";
import { createQueryClient } from "../../data/api/query-client.ts";
import { createAppRouter } from "../../app/routes.tsx";
import { fakeServer } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { dropCarriedSession, maskEmail } from "./carried-session.ts";

const server = fakeServer();
const KEY = "sb-127-auth-token";
const USER = { id: "00000000-0000-4000-8000-000000000002", email: "mallory@sample.test" };

function carry(expiresInSeconds = 3600): void {
  const exp = Math.floor(Date.now() / 1000) + expiresInSeconds;
  const claims = { sub: USER.id, session_id: "theirs", aal: "aal1", email: USER.email, exp };
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString("base64url");
  const access_token = `${part({})}.${part(claims)}.sign`;
  const values = { access_token, refresh_token: "r", expires_in: "3600", token_type: "bearer" };
  location.hash = new URLSearchParams(values).toString();
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.answer("GET /config.json", () =>
    Response.json({ supabaseUrl: "http://127.0.0.1:3000", supabaseKey: "key", messages: "mail" }),
  );
  server.answer("GET /auth/v1/user", () => Response.json(USER));
});

afterEach(() => {
  location.hash = "";
  dropCarriedSession();
});

function open(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(<App router={router} queryClient={createQueryClient()} />);
  return router;
}

const keptUser = () => localStorage.getItem(KEY);

test("a stranger's link does not sign the user in on other pages", async () => {
  carry();
  open("/forgot-password");
  await screen.findByRole("heading", { name: "Forgot Password" });
  const routes = () => server.requests.map(({ route }) => route);
  await expect.poll(routes).toContain("GET /config.json");
  expect(routes()).not.toContain("GET /auth/v1/user");
  expect(keptUser()).toBeNull();
});

test("the login page shows the account and signs the user in after a click", async () => {
  carry();
  const router = open("/login");
  const go = await screen.findByRole("button", { name: /^Continue as m\*\*\*@sample\.test/ });
  expect(location.hash).toBe("");
  expect(keptUser()).toBeNull();
  fireEvent.click(go);
  await vi.waitFor(() => expect(keptUser() ?? "").toContain(USER.id), 10_000);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"), 10_000);
});

test("declining the other account shows the login form", async () => {
  carry();
  open("/login");
  fireEvent.click(await screen.findByRole("button", { name: "Not my account" }));
  await screen.findByLabelText("Password");
  expect(keptUser()).toBeNull();
});

test("a token is refused if the service does not confirm its account", async () => {
  carry(-60);
  server.answer("GET /auth/v1/user", () =>
    Response.json({ code: "bad_jwt", message: "token is expired" }, { status: 403 }),
  );
  open("/reset-password");
  fireEvent.click(await screen.findByRole("button", { name: /^Continue as m\*\*\*@sample\.test/ }));
  await expect.poll(() => shownToast()?.title).toBe("Sign in Failed");
  expect(server.requests.map(({ route }) => route)).not.toContain("POST /auth/v1/token");
  expect(keptUser()).toBeNull();
});

test("a masked e-mail address shows only its first letter and its host", () => {
  expect(maskEmail("ada@sample.test")).toBe("a***@sample.test");
  expect(maskEmail("nothing")).toBe("n***");
});
