/** Tests that the settings offer nothing that only a hosted sign-in service can do. */
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { StepUpDialog } from "../../session/step-up/StepUpDialog.tsx";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { EmailPage } from "./EmailPage.tsx";
import { LockNote } from "../../session/auth/LockNote.tsx";
import { LoginHistoryPage } from "./LoginHistoryPage.tsx";
import { LoginNoticesPage } from "./LoginNoticesPage.tsx";
import { NoticesPanel } from "./NoticesPanel.tsx";
import { TwoFactorPage } from "./two-factor/TwoFactorPage.tsx";

const server = fakeServer();

const settings = {
  login: true,
  withdrawal: true,
  deposit: true,
  promotions: false,
  smsLogin: true,
  smsWithdrawal: false,
};

beforeEach(() => {
  const config = { supabaseUrl: "https://id.example.test", supabaseKey: "key" };
  server.answer("GET /config.json", () =>
    Response.json({ ...config, signIn: "elsewhere", messages: "mailbox", sms: "mailbox" }),
  );
  server.answer("GET /api/v1/me/notification-settings", () => Response.json(settings));
});

describe("settings with a hosted sign-in service", () => {
  test.each([
    ["sessions and sign-ins", <LoginHistoryPage key="" />, "Open sessions"],
    ["login notices", <LoginNoticesPage key="" />, "Email: New Logins"],
    ["second factors", <TwoFactorPage key="" />, "A notice of every sign-in"],
  ])("the identity provider manages %s", async (_, page, promise) => {
    renderPage(page);
    await screen.findByText(/^Managed by your identity provider/);
    expect(screen.queryByText(promise)).toBeNull();
  });

  test("the settings have no switch for login notices of the identity provider", async () => {
    renderPage(<NoticesPanel hasPhone={false} />);
    await screen.findByText(/Login notices come from your identity provider\./);
    expect(screen.getByRole("switch", { name: /^Withdrawals/ })).toBeDefined();
    expect(screen.queryByRole("switch", { name: /New Logins/ })).toBeNull();
    // smsLogin was switched on while sign-in was embedded. With the hosted service, the setting
    // must no longer ask for a phone number.
    expect(screen.queryByText(/An SMS needs a phone number/)).toBeNull();
  });
});

test("the e-mail page describes how the hosted service changes the address", async () => {
  renderPage(<EmailPage />);
  await screen.findByText(/writes to the new address, or to both/);
  expect(screen.queryByText(/A message with a link goes to your old address/)).toBeNull();
});

test("the address lock's note does not mention the password", async () => {
  renderPage(
    <>
      <LockNote of="password" />
      <LockNote />
    </>,
  );
  const note = await screen.findByText(/at your identity provider locks all withdrawals/);
  expect(note.textContent).not.toContain("password");
  expect(screen.getAllByText(/^No withdrawals for 24 hours/)).toHaveLength(1);
});

test("an identity check requires a new sign-in instead of a password", async () => {
  renderPage(<StepUpDialog />);
  await screen.findByText(/Log out, log in again, and come back here/);
  expect(screen.queryByLabelText(/password/i)).toBeNull();
  expect(screen.getByText("Log Out")).toBeDefined();
});
