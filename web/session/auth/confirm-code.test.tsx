/**
 * Tests /confirm for accounts with two-factor authentication. Their links open a session that still
 * needs the code.
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { App } from "../../app/app.tsx";
import { createQueryClient } from "../../data/api/query-client.ts";
import { createAppRouter } from "../../app/routes.tsx";
import { fakeServer } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";

const server = fakeServer();
const FACTOR = { id: "f", factor_type: "totp", status: "verified" };

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
});

const HOLDER = { email: "ada@sample.test", newEmail: null };
beforeEach(() => server.answer("POST /api/v1/mailed-links/look", () => Response.json(HOLDER)));

/** Clicks the button on the link's page and returns the notice. */
async function pressButton(type: string, button: string, factors: readonly object[]) {
  const user = { id: "00000000-0000-4000-8000-000000000001", email: "ada@sample.test", factors };
  const claims = { sub: user.id, session_id: "one", aal: "aal1" };
  const access_token = `${btoa("{}")}.${btoa(JSON.stringify(claims))}.x`;
  const token = { access_token, refresh_token: "r", expires_in: 3600, token_type: "bearer" };
  server.answer("POST /auth/v1/verify", () => Response.json({ ...token, user }));
  server.answer("GET /auth/v1/user", () => Response.json(user));
  location.hash = `#token_hash=t&type=${type}`;
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/confirm"] }));
  render(<App router={router} queryClient={createQueryClient()} />);
  const name = new RegExp(`^${button}`);
  fireEvent.click(await screen.findByRole("button", { name }));
  const target = factors.length > 0 ? "/login" : "/dashboard";
  const isThere = () => expect(router.state.location.pathname).toBe(target);
  await vi.waitFor(isThere, 10_000);
  const shown = shownToast();
  return shown && { title: shown.title, description: shown.description };
}

test("confirming an address reports no sign-in while the code is missing", async () => {
  const message = await pressButton("email_change", "Confirm Change", [FACTOR]);
  expect(message).toEqual({ title: "E-mail Changed", description: undefined });
});

test("a sign-in link reports no sign-in while the code is missing", async () => {
  expect(await pressButton("magiclink", "Sign In", [FACTOR])).toBeUndefined();
});

test("without two-factor authentication both kinds of links report a sign-in", async () => {
  expect(await pressButton("email_change", "Confirm Change", [])).toEqual({
    title: "E-mail Changed",
    description: "You are signed in. From now on, log in with the new address.",
  });
});

test("an expired link has no button", async () => {
  const open = (token: string) => {
    location.hash = `#token_hash=${token}&type=email_change`;
    const router = createAppRouter(createMemoryHistory({ initialEntries: ["/confirm"] }));
    return render(<App router={router} queryClient={createQueryClient()} />);
  };
  server.answer("POST /api/v1/mailed-links/look", ({ body }) =>
    body !== null && JSON.stringify(body).includes("live")
      ? Response.json({ email: "mallory@sample.test", newEmail: "new@sample.test" })
      : Response.json(
          { code: "link_not_found", title: "Link not valid", detail: "Over", status: 404 },
          { status: 404 },
        ),
  );
  const page = open("live");
  await screen.findByText("mallory@sample.test");
  screen.getByText("new@sample.test");
  screen.getByRole("button", { name: /^Confirm Change/ });
  page.unmount();
  open("dead");
  await screen.findByRole("alert");
  expect(screen.queryByRole("button", { name: /^Confirm Change/ })).toBeNull();
});
