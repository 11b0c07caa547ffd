/**
 * Creates an outbox for tests, with e-mail and SMS enabled and a movable clock. The test starts
 * each sending round.
 */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import {
  deliver,
  savePhone,
  savePreferences,
  type Notification,
  type TemplateName,
} from "#notifications";
import { createLog, newId, silentLog, type Database } from "#platform";
import { readSmtpUrl } from "../../../modules/notifications/outbox/mail-settings.ts";
import { createMailTransport } from "../../../modules/notifications/outbox/mail-transport.ts";
import {
  defaultOutboxLimits,
  type OutboxLimits,
} from "../../../modules/notifications/outbox/outbox-limits.ts";
import { saveOutlet } from "../../../modules/notifications/outbox/outbox-table.ts";
import { sendRound, type OutboxDeps } from "../../../modules/notifications/outbox/send-round.ts";
import {
  createSmsTransport,
  readSmsGatewayUrl,
} from "../../../modules/notifications/outbox/sms-transport.ts";
import type { Transport } from "../../../modules/notifications/outbox/transport.ts";
import { testDatabase, type TestDatabase } from "./database.ts";
import { valuesFor } from "../inputs/template-values.ts";
import { movableClock, type MovableClock } from "./sign-in-server.ts";
import { startSmsSink, type SmsSink } from "../fakes/sms-sink.ts";
import { startSmtpSink, type SmtpSink } from "../fakes/smtp-sink.ts";
import { testUser } from "../people/user.ts";

export const SITE_URL = "http://floor.test";
export const PHONE = "+4915112345678";

export interface Outbox {
  readonly deps: OutboxDeps;
  readonly clock: MovableClock;
  /** Sends one round of e-mails. `sms` sends one round of SMS messages. */
  mail(transport?: Transport): Promise<ReadonlySet<string>>;
  sms(transport?: Transport): Promise<ReadonlySet<string>>;
  close(): void;
}

export async function testOutbox(
  database: Database,
  sinks: { readonly smtpUrl: string; readonly smsUrl: string },
  limits: Partial<OutboxLimits> = {},
): Promise<Outbox> {
  const clock = movableClock();
  const log = process.env["LOG_LEVEL"] ? createLog("warn") : silentLog;
  const deps = { database, clock, log, limits: { ...defaultOutboxLimits, ...limits } };
  // Long enough to send a message on a busy machine, but short enough for tests with a server that
  // does not respond.
  const times = { connectMs: 2_000, silenceMs: 1_500, messageMs: 3_000 };
  const mailTransport = createMailTransport(readSmtpUrl(sinks.smtpUrl), SITE_URL, times);
  const smsTransport = createSmsTransport(readSmsGatewayUrl(sinks.smsUrl), times.silenceMs);
  for (const channel of ["email", "sms"] as const)
    await saveOutlet(database, { channel, isOpen: true });
  return {
    deps,
    clock,
    mail: (transport = mailTransport) => sendRound(deps, { channel: "email", transport }),
    sms: (transport = smsTransport) => sendRound(deps, { channel: "sms", transport }),
    close() {
      mailTransport.close();
      smsTransport.close();
    },
  };
}

export interface OutboxWithSinks {
  readonly installation: TestDatabase;
  readonly smtp: SmtpSink;
  readonly sms: SmsSink;
  readonly outbox: Outbox;
}

/**
 * Registers the hooks of a test file: one database for the file, and for each test a new outbox
 * that sends e-mail and SMS to sinks. Call it at the top of the file.
 */
export function outboxForEachTest(take: (deps: OutboxWithSinks) => void): void {
  let installation: TestDatabase;
  let deps: OutboxWithSinks;
  beforeAll(async () => {
    installation = await testDatabase();
  });
  beforeEach(async () => {
    const [smtp, sms] = await Promise.all([startSmtpSink(), startSmsSink()]);
    const outbox = await testOutbox(installation.database, { smtpUrl: smtp.url, smsUrl: sms.url });
    deps = { installation, smtp, sms, outbox };
    take(deps);
  });
  afterEach(async () => {
    deps.outbox.close();
    await Promise.all([deps.smtp.close(), deps.sms.close()]);
    await installation.database.query("delete from notifications_outbox");
  });
  afterAll(() => installation.close());
}

/**
 * Creates a user with all notifications enabled and a phone number. The user's welcome message has
 * already been sent.
 */
export async function reachableUser(
  database: Database,
  { phone = PHONE }: { readonly phone?: string | null } = {},
): Promise<{ readonly userId: string; readonly email: string }> {
  const { userId, email } = await testUser(database);
  await savePhone(database, { userId, phone });
  await savePreferences(database, {
    userId,
    preferences: { promotions: true, smsLogin: true, smsWithdrawal: true },
  });
  await database.query("delete from notifications_outbox where user_id = $1", [userId]);
  return { userId, email };
}

export async function sendCode(
  database: Database,
  { userId, code = "123456", now }: { userId: string; code?: string; now: Date },
): Promise<void> {
  await database.transaction((tx) =>
    deliver(tx, {
      userId,
      template: "security_code",
      values: { code, purpose: "a withdrawal", minutes: "10" },
      now,
    }),
  );
}

/** Posts the message limits directly, without the administrator page. */
export async function postMessageLimits(
  database: Database,
  { mailsDaily = "5000", smsDaily = "200" }: { mailsDaily?: string; smsDaily?: string } = {},
): Promise<void> {
  await database.query(
    `insert into notifications_terms (id, subject, terms, valid_from, source, set_by)
     values ($1, 'messages', $2, clock_timestamp(), 'test', 'test')`,
    [newId("trm"), JSON.stringify({ mailsDaily, smsDaily })],
  );
}

/** Writes a message. Omitted values are replaced by sample values. */
export function writeMessage(
  { installation, outbox }: Pick<OutboxWithSinks, "installation" | "outbox">,
  {
    userId,
    template,
    values = valuesFor(template),
  }: Omit<Notification<TemplateName>, "now" | "values"> & {
    readonly values?: Readonly<Record<string, string>>;
  },
): Promise<boolean> {
  return installation.database.transaction((tx) =>
    deliver(tx, { userId, template, values, now: outbox.clock.now() }),
  );
}

/** Returns the number of this user's e-mail or SMS messages by final state. */
export async function endsOf(
  database: Database,
  { userId, channel }: { readonly userId: string; readonly channel: "email" | "sms" },
): Promise<Readonly<Record<string, number>>> {
  const rows = await database.query<{ delivery: string; count: number }>(
    `select delivery, count(*)::int as count from notifications_messages
     where user_id = $1 and channel = $2 and template <> 'welcome' group by delivery`,
    [userId, channel],
  );
  return Object.fromEntries(rows.map(({ delivery, count }) => [delivery, count]));
}
