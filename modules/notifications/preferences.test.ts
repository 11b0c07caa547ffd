/**
 * Tests every template with every setting: messages that are turned off are not sent, and messages
 * that protect the account are always sent.
 */
import { beforeAll, describe, expect, test } from "vitest";
import {
  deliver,
  savePhone,
  savePreferences,
  type Preferences,
  type TemplateName,
} from "#notifications";
import { PRACTICE_LABEL } from "#platform";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { templateNames, valuesFor } from "../../test/support/inputs/template-values.ts";
import { testUser } from "../../test/support/people/user.ts";
import { templates } from "./messages/templates.ts";
import { saveOutlet } from "./outbox/outbox-table.ts";

const PHONE = "+4915112345678";
const ON: Preferences = {
  login: true,
  withdrawal: true,
  deposit: true,
  promotions: true,
  smsLogin: true,
  smsWithdrawal: true,
};

/**
 * The settings that turn each template off, by e-mail and by SMS. Null if no setting does. "asked"
 * if the template has its own setting on another page. Undefined if the template has no SMS.
 */
const expected: Readonly<
  Record<
    TemplateName,
    { email: keyof Preferences | "asked" | null; sms?: keyof Preferences | null }
  >
> = {
  welcome: { email: null },
  security_code: { email: null, sms: "smsWithdrawal" },
  recovery_link: { email: null },
  magic_link: { email: null },
  confirmation_link: { email: null },
  sign_up_known: { email: null },
  email_change_known: { email: null },
  invitation_link: { email: null },
  email_change_current: { email: null },
  email_change_new: { email: null },
  keep_link: { email: null },
  email_changed: { email: null },
  email_changed_elsewhere: { email: null },
  new_login: { email: "login", sms: "smsLogin" },
  first_factor_passed: { email: "login", sms: "smsLogin" },
  refresh_reuse: { email: null },
  password_changed: { email: null },
  phone_changed: { email: null, sms: null },
  second_factor_on: { email: null },
  second_factor_added: { email: null },
  second_factor_off: { email: null },
  second_factor_taken: { email: null },
  recovery_code_used: { email: null },
  recovery_codes_made: { email: null },
  key_made: { email: null },
  key_revoked: { email: null },
  address_verified: { email: null },
  address_lock_on: { email: null },
  address_lock_off: { email: null },
  deposit_seen: { email: "deposit" },
  deposit_credited: { email: "deposit" },
  withdrawal_requested: { email: "withdrawal", sms: "smsWithdrawal" },
  withdrawal_in_review: { email: "withdrawal", sms: "smsWithdrawal" },
  debt_written_off: { email: null },
  withdrawal_held_back: { email: "withdrawal" },
  withdrawal_completed: { email: "withdrawal" },
  simulated_payout_completed: { email: "withdrawal" },
  withdrawal_rejected: { email: "withdrawal", sms: "smsWithdrawal" },
  followed_seen: { email: "asked" },
  followed_confirmed: { email: "asked" },
  followed_taken_back: { email: "asked" },
  news: { email: "promotions" },
  chat_answered: { email: null },
  ticket_answered: { email: null },
  ticket_received: { email: null },
  rig_stopped: { email: null },
  worker_silent: { email: "asked" },
  worker_back: { email: "asked" },
  earn_opened: { email: null },
  earn_closed: { email: null },
  forex_margin_call: { email: null },
  forex_stop_out: { email: null },
  forex_orders: { email: "asked" },
  forex_alert: { email: "asked", sms: null },
  administrator_added: { email: null },
  role_given: { email: null },
  role_given_to_other: { email: null },
  role_confirmed: { email: null },
  review_limits_changed: { email: null },
  faucet_limits_changed: { email: null },
  pay_caps_changed: { email: null },
  account_opened: { email: null },
  account_changed: { email: null },
  balance_adjusted: { email: null },
  from_administrator: { email: null },
};

const installation = fileDatabase();
let areWaysOpen = false;

const settings = Object.keys(ON) as (keyof Preferences)[];

interface Sent {
  readonly channel: "email" | "sms";
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * Returns the channels (`email`, `sms`) on which a new user with these settings gets the template.
 * With open channels, the outbox contains the same channels.
 */
async function channelsOf(template: TemplateName, preferences: Preferences, phone: string | null) {
  const { userId, email } = await testUser(installation.database);
  await savePreferences(installation.database, { userId, preferences });
  await savePhone(installation.database, { userId, phone });
  const values = valuesFor(template);
  const isSent = await installation.database.transaction(async (tx) => {
    for (const table of ["messages", "outbox"])
      await tx.query(`delete from notifications_${table} where user_id = $1`, [userId]);
    return deliver(tx, { userId, template, values, now: new Date() });
  });
  const [messages = [], outbox = []] = await Promise.all(
    ["messages", "outbox"].map((table) =>
      installation.database.query<Sent>(
        `select channel, recipient, subject, body from notifications_${table} where user_id = $1 order by channel`,
        [userId],
      ),
    ),
  );
  expect(isSent).toBe(messages.length > 0);
  for (const { channel, recipient, subject, body } of messages) {
    expect(body.startsWith(PRACTICE_LABEL)).toBe(true);
    expect(recipient).toBe(channel === "sms" ? PHONE : email);
    expect(subject.startsWith(`SMS to ${PHONE}`)).toBe(channel === "sms");
  }
  const pick = ({ channel, recipient, subject }: Sent) => ({ channel, recipient, subject });
  expect(outbox.map(pick)).toEqual(areWaysOpen ? messages.map(pick) : []);
  for (const { body } of outbox) expect(body.startsWith(PRACTICE_LABEL)).toBe(true);
  const hasSecret = (text: string) => /<code>|<link>/.test(text);
  expect(messages.some(({ body }) => hasSecret(body))).toBe(
    messages.length > 0 && hasSecret(Object.values(values).join()) && !areWaysOpen,
  );
  return messages.map(({ channel }) => channel).toSorted();
}

function wanted(template: TemplateName, preferences: Preferences, hasPhone: boolean) {
  const { email, sms } = expected[template];
  const isMailOn = email === null || email === "asked" || preferences[email];
  const channels: string[] = isMailOn ? ["email"] : [];
  const isSmsOn = sms === null || (sms !== undefined && preferences[sms]);
  if (isSmsOn && hasPhone) channels.push("sms");
  return channels;
}

describe.each([
  ["kept in the practice mailbox", false],
  ["sent out", true],
])("messages %s", (_, isOpen) => {
  beforeAll(async () => {
    areWaysOpen = isOpen;
    for (const channel of ["email", "sms"] as const)
      await saveOutlet(installation.database, { channel, isOpen });
  });

  test.each(templateNames)("%s is turned off only by its own setting", async (template) => {
    for (const setting of settings) {
      const preferences = { ...ON, [setting]: false };
      expect(await channelsOf(template, preferences, PHONE), `${setting} off`).toEqual(
        wanted(template, preferences, true),
      );
    }
    expect(await channelsOf(template, ON, PHONE), "all on").toEqual(wanted(template, ON, true));
  });

  test.each(templateNames)(
    "%s is not sent as SMS to a user without a phone number",
    async (template) => {
      expect(await channelsOf(template, ON, null)).toEqual(wanted(template, ON, false));
    },
  );
});

test("only messages with a setting on their own page have the category 'asked'", () => {
  const requested = templateNames.filter((name) => templates[name].category === "asked");
  expect(requested).toEqual(templateNames.filter((name) => expected[name].email === "asked"));
});

test("a new user gets only e-mails about logins, withdrawals and deposits", async () => {
  const { userId } = await testUser(installation.database);
  expect(await savePreferences(installation.database, { userId, preferences: {} })).toEqual({
    login: true,
    withdrawal: true,
    deposit: true,
    promotions: false,
    smsLogin: false,
    smsWithdrawal: false,
  });
});

test("two tabs that change different settings do not overwrite each other", async () => {
  const { userId } = await testUser(installation.database);
  const change = (preferences: Partial<Preferences>) =>
    savePreferences(installation.database, { userId, preferences });
  await Promise.all([change({ login: false }), change({ promotions: true })]);
  expect(await change({})).toMatchObject({ login: false, promotions: true, deposit: true });
});
