/**
 * Tests that sign-up signs the user in immediately, or asks for an e-mail link if a hosted service
 * requires one.
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { App } from "../../app/app.tsx";
import { createQueryClient } from "../../data/api/query-client.ts";
import { createAppRouter } from "../../app/routes.tsx";
import { fakeServer } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";

const server = fakeServer();
const EMAIL = "ada@sample.test";
const USER = { id: "00000000-0000-4000-8000-000000000001", email: EMAIL, identities: [] };

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server.answer("GET /config.json", () =>
    Response.json({
      supabaseUrl: "http://127.0.0.1:3000",
      supabaseKey: "key",
      signIn: "elsewhere",
    }),
  );
});

async function signUp() {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/register"] }));
  render(<App router={router} queryClient={createQueryClient()} />);
  const fill = async (label: string, value: string) =>
    fireEvent.input(await screen.findByLabelText(label), { target: { value } });
  await fill("Full Name", "Ada Sample");
  await fill("Email", EMAIL);
  await fill("Password", "correct horse battery");
  await fill("Confirm Password", "correct horse battery");
  fireEvent.click(screen.getByRole("button", { name: /^Create Account/ }));
  return router;
}

test("without a session the user is told to check their e-mail", async () => {
  server.answer("POST /auth/v1/signup", () => Response.json(USER));
  await signUp();
  const heading = await screen.findByRole("heading", { name: "Check your messages" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  screen.getByText(new RegExp(`^We sent a message to ${EMAIL}\\. Its link opens your account`));
  expect(screen.queryByLabelText("Full Name")).toBeNull();
  expect(shownToast()).toBeUndefined();
});

test("with a session the account is signed in at once", async () => {
  const claims = { sub: USER.id, session_id: "one", aal: "aal1" };
  const access_token = `${btoa("{}")}.${btoa(JSON.stringify(claims))}.x`;
  const session = { access_token, refresh_token: "r", expires_in: 3600, token_type: "bearer" };
  server.answer("POST /auth/v1/signup", () => Response.json({ ...session, user: USER }));
  const router = await signUp();
  await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  expect(shownToast()).toMatchObject({ title: "Registration Successful!" });
});
