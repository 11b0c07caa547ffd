/**
 * Tests /reset-password after a rejected password, when the link has been used but its session is
 * still valid.
 */
import { createMemoryHistory } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { App } from "../../app/app.tsx";
import { createQueryClient } from "../../data/api/query-client.ts";
import { createAppRouter } from "../../app/routes.tsx";
import { answerProof, isProofAsked } from "./proof-request.ts";
import { fakeServer } from "../../testing/page.tsx";
import { shownToast } from "../../ui/toasts/toast-store.ts";
import { resetTexts } from "./password-strings.ts";

const server = fakeServer();
const KEY = "sb-127-auth-token";
const EMAIL = "ada@sample.test";
const USER = { id: "00000000-0000-4000-8000-000000000001", email: EMAIL };
const OPEN = `You are signed in as ${EMAIL}. The new password is for this account.`;
const LINK = "#token_hash=t&type=recovery";

function sessionBy(method: string, session_id = "one") {
  const claims = { sub: USER.id, session_id, aal: "aal1", amr: [{ method, timestamp: 1 }] };
  const access_token = `${btoa("{}")}.${btoa(JSON.stringify(claims))}.x`;
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const token = { access_token, refresh_token: "r", expires_in: 3600, expires_at, user: USER };
  return { ...token, token_type: "bearer" };
}

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  location.hash = LINK;
  server.answer("GET /config.json", () =>
    Response.json({
      supabaseUrl: "http://127.0.0.1:3000",
      supabaseKey: "key",
      messages: "mailbox",
    }),
  );
  server.answer("PUT /auth/v1/user", () =>
    Response.json(
      { code: "weak_password", message: "Password is known to be weak" },
      { status: 422 },
    ),
  );
});

const over = () =>
  Response.json(
    { code: "link_not_found", title: "Link not valid", detail: "Over", status: 404 },
    { status: 404 },
  );

beforeEach(() =>
  server.answer("POST /api/v1/mailed-links/look", () =>
    Response.json({ email: "grace@sample.test", newEmail: null }),
  ),
);

const spent = () =>
  Response.json({ error_code: "otp_expired", msg: "The link has expired" }, { status: 403 });

const tooOld = () =>
  Response.json({ error_code: "reauthentication_needed", msg: "Too old" }, { status: 400 });

/** Stores a session as if left by an earlier visit. */
function keepSession(method: string): void {
  localStorage.setItem(KEY, JSON.stringify(sessionBy(method)));
}

function openPage() {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/reset-password"] }));
  render(<App router={router} queryClient={createQueryClient()} />);
}

async function press(password = "password1") {
  const next = await screen.findByLabelText("New password");
  fireEvent.input(next, { target: { value: password } });
  fireEvent.input(screen.getByLabelText("Confirm new password"), { target: { value: password } });
  fireEvent.click(await screen.findByRole("button", { name: /^Set New Password/ }));
}

const requestCount = (route: string) => server.requests.filter((one) => one.route === route).length;

test("the form stays after a refused password, even after a reload", async () => {
  server.answer("POST /auth/v1/verify", () => Response.json(sessionBy("otp")));
  openPage();
  await press();
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(1));
  await screen.findByText(OPEN);
  expect(location.hash).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("password1");

  cleanup();
  server.answer("POST /auth/v1/verify", spent);
  openPage();
  await screen.findByText(OPEN);
  await press("a better long one");
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(2));
  expect(requestCount("POST /auth/v1/verify")).toBe(1);
});

test("the page shows the masked account before the button", async () => {
  openPage();
  await screen.findByText("The new password is for the account of g***@sample.test.");
  expect(screen.queryByRole("button", { name: /^Set New Password/ })).not.toBeNull();
});

test("an expired link shows no form unless its session still exists", async () => {
  server.answer("POST /api/v1/mailed-links/look", over);
  openPage();
  await screen.findByText("Request a new link");
  expect(screen.queryByLabelText("New password")).toBeNull();
  cleanup();
  keepSession("otp");
  openPage();
  await screen.findByText(OPEN);
  await press("a better long one");
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(1));
  expect(requestCount("POST /auth/v1/verify")).toBe(0);
});

test("opening the link again shows the form while its session exists", async () => {
  keepSession("otp");
  server.answer("POST /auth/v1/verify", spent);
  openPage();
  await press();
  await screen.findByText(OPEN);
  expect(screen.queryByText("Request a new link")).toBeNull();
  expect(shownToast()?.title).toBe("This link no longer works.");
  expect(requestCount("PUT /auth/v1/user")).toBe(0);
  await press("a better long one");
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(1));
});

test("an accepted code is not sent again after a refused password", async () => {
  const factor = { id: "f", factor_type: "totp", status: "verified" };
  const user = { ...USER, factors: [factor] };
  let isRaised = false;
  server.answer("POST /auth/v1/verify", () => Response.json({ ...sessionBy("otp"), user }));
  server.answer("GET /auth/v1/user", () => Response.json(user));
  server.answer("POST /auth/v1/factors/f/challenge", () =>
    Response.json({ id: "c", type: "totp", expires_at: 9_999_999_999 }),
  );
  server.answer("POST /auth/v1/factors/f/verify", () => {
    isRaised = true;
    return Response.json({ ...sessionBy("otp"), user });
  });
  server.answer("PUT /auth/v1/user", () =>
    isRaised
      ? Response.json({ code: "weak_password", message: "Known to be weak" }, { status: 422 })
      : Response.json({ error_code: "insufficient_aal", msg: "Code needed" }, { status: 401 }),
  );
  openPage();
  await press();
  const code = await screen.findByLabelText("Authentication code");
  fireEvent.input(code, { target: { value: "abcd-efgh-2345-qrst" } });
  await press();
  await screen.findByText("Your code was accepted. You need not enter it again.");
  expect(screen.queryByLabelText("Authentication code")).toBeNull();
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(2));
  await press("a better long one");
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(3));
  expect(requestCount("POST /auth/v1/factors/f/verify")).toBe(1);
});

test("the page offers a new link if the session is too old", async () => {
  keepSession("otp");
  location.hash = "";
  server.answer("PUT /auth/v1/user", tooOld);
  openPage();
  await press();
  await screen.findByText("This link has expired.");
  const another = screen.getByRole("link", { name: "Request a new link" });
  expect(another.getAttribute("href")).toBe("/forgot-password");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(isProofAsked()).toBe(false);
});

test("a link pasted after an expired session shows the form", async () => {
  keepSession("otp");
  location.hash = "";
  server.answer("PUT /auth/v1/user", tooOld);
  openPage();
  await press();
  await screen.findByText("This link has expired.");
  server.answer("POST /auth/v1/verify", () => Response.json(sessionBy("otp", "two")));
  server.answer("PUT /auth/v1/user", () =>
    Response.json({ code: "weak_password", message: "Known to be weak" }, { status: 422 }),
  );
  location.hash = "#token_hash=new&type=recovery";
  await press();
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(2));
  expect(requestCount("POST /auth/v1/verify")).toBe(1);
  // The form must stay visible, because only the password was rejected.
  await screen.findByText(OPEN);
  expect(screen.queryByText("This link has expired.")).toBeNull();
});

test("a link pasted while the form is shown is used before the password is set", async () => {
  keepSession("otp");
  location.hash = "";
  server.answer("POST /auth/v1/verify", () => Response.json(sessionBy("otp", "two")));
  openPage();
  await screen.findByText(OPEN);
  location.hash = LINK;
  await waitFor(() => expect(screen.queryByText(OPEN)).toBeNull());
  await press();
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(1));
  expect(requestCount("POST /auth/v1/verify")).toBe(1);
});

test("an old session opened with a password requires an identity check", async () => {
  keepSession("password");
  location.hash = "";
  server.answer("PUT /auth/v1/user", tooOld);
  openPage();
  await press();
  await waitFor(() => expect(isProofAsked()).toBe(true));
  expect(screen.queryByText("This link has expired.")).toBeNull();
  server.answer("PUT /auth/v1/user", () => Response.json(USER));
  act(() => answerProof(true));
  await waitFor(() => expect(requestCount("PUT /auth/v1/user")).toBe(2));
  await waitFor(() => expect(shownToast()?.title).toBe(resetTexts.doneTitle));
});

test("a used link cannot be used again in a session opened with a password", async () => {
  keepSession("password");
  server.answer("POST /auth/v1/verify", spent);
  openPage();
  await press();
  await screen.findByText("Request a new link");
  expect(screen.queryByLabelText("New password")).toBeNull();
});

test("with a hosted service the page does not mention that sessions will end", async () => {
  const config = { supabaseUrl: "http://127.0.0.1:3000", supabaseKey: "key", messages: "mailbox" };
  server.answer("GET /config.json", () => Response.json({ ...config, signIn: "elsewhere" }));
  server.answer("PUT /auth/v1/user", () => Response.json(USER));
  server.answer("POST /auth/v1/verify", () => Response.json(sessionBy("otp")));
  openPage();
  await screen.findByText("The service that signs you in stores the new password.");
  expect(screen.queryByText(/No withdrawals for 24 hours/)).toBeNull();
  await press("correct horse battery");
  await waitFor(() =>
    expect(shownToast()).toMatchObject({
      title: "Password Changed",
      description: "You are signed in.",
    }),
  );
});
