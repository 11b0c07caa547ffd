/**
 * Tests e-mail over TLS with a real server and a self-signed certificate. Messages and logins are
 * sent unencrypted only if the setting allows it.
 */
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { selfMadeCertificate } from "../../../test/support/servers/certificate.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/servers/database.ts";
import { reachableUser, sendCode, testOutbox } from "../../../test/support/servers/outbox.ts";
import {
  startSmtpSink,
  type SinkTls,
  type SmtpSink,
} from "../../../test/support/fakes/smtp-sink.ts";

const trusted = selfMadeCertificate();
const stranger = selfMadeCertificate();
const elsewhere = selfMadeCertificate({ name: "mail.example.org" });
const systems = getCACertificates();

let installation: TestDatabase;
let smtp: SmtpSink;
beforeAll(async () => {
  installation = await testDatabase();
  setDefaultCACertificates([...systems, trusted.cert, elsewhere.cert]);
});
afterEach(async () => {
  await smtp.close();
  await installation.database.query("delete from notifications_outbox");
});
afterAll(async () => {
  setDefaultCACertificates(systems);
  await installation.close();
});

/**
 * Sends a message with a code in one round and returns the outcome. `urlOf` turns the server's URL
 * into the setting.
 */
async function sent(tls: SinkTls | undefined, urlOf: (url: string) => string = (url) => url) {
  smtp = await startSmtpSink(tls);
  const smtpUrl = urlOf(smtp.url.replace("://", "://installation:pass-word@"));
  const outbox = await testOutbox(installation.database, { smtpUrl, smsUrl: "http://127.0.0.1:1" });
  const { userId } = await reachableUser(installation.database);
  await sendCode(installation.database, { userId, now: outbox.clock.now() });
  await outbox.mail();
  outbox.close();
  const [row] = await installation.database.query<{
    state: string;
    attempts: number;
    problem: string;
  }>("select state, attempts, problem from notifications_outbox where channel = 'email'");
  return { row, outbox, urlOf };
}

/** Replaces the loopback address, so that the server is treated as a relay on the network. */
const outside = (url: string) => url.replace("127.0.0.1", "0.0.0.0");
const withSetting = (setting: string) => (url: string) => `${url}&${setting}`;

const GONE = { state: "sent", attempts: 1 };
const KEPT = { state: "waiting", attempts: 1 };

test.each<[string, SinkTls]>([
  ["smtps, from the first byte", { ...trusted, isImplicit: true }],
  ["smtp, by STARTTLS", trusted],
])("%s: the message and the login are encrypted", async (_, tls) => {
  expect((await sent(tls, outside)).row).toMatchObject(GONE);
  expect(smtp.mails).toMatchObject([{ isEncrypted: true }]);
  expect(smtp.inClear.filter((verb) => verb !== "EHLO" && verb !== "STAR")).toEqual([]);
});

test("a server without STARTTLS receives neither message nor login", async () => {
  const { row } = await sent(undefined, outside);
  expect(row).toMatchObject(KEPT);
  expect(row?.problem).toBe("mail server: ETLS 502");
  expect(smtp.mails).toEqual([]);
  expect(smtp.inClear).not.toContain("AUTH");
  expect(smtp.inClear).not.toContain("MAIL");
});

test.each<[string, SinkTls]>([
  ["is self-signed, by STARTTLS", stranger],
  ["is self-signed, from the first byte", { ...stranger, isImplicit: true }],
  ["is for another name", elsewhere],
])("a certificate that %s is refused, and the message waits", async (_, tls) => {
  expect((await sent(tls, outside)).row).toMatchObject(KEPT);
  expect(smtp.mails).toEqual([]);
});

test("a pending message is sent once the server has a valid certificate", async () => {
  const { row, outbox } = await sent(stranger, outside);
  expect(row).toMatchObject(KEPT);
  await smtp.close();
  smtp = await startSmtpSink(trusted);
  outbox.clock.move(60_000);
  const again = await testOutbox(installation.database, {
    smtpUrl: outside(smtp.url),
    smsUrl: "http://127.0.0.1:1",
  });
  again.clock.move(60_000);
  await again.mail();
  again.close();
  expect(smtp.mails).toMatchObject([{ isEncrypted: true }]);
});

test("a server without TLS gets messages only on loopback or with requireTLS=false", async () => {
  expect((await sent(undefined)).row).toMatchObject(GONE);
  await smtp.close();
  await installation.database.query("delete from notifications_outbox");
  const open = await sent(undefined, (url) => withSetting("requireTLS=false")(outside(url)));
  expect(open.row).toMatchObject(GONE);
  expect(smtp.mails).toMatchObject([{ isEncrypted: false }]);
});

test("an invalid certificate is accepted only if the setting allows it", async () => {
  const lax = withSetting("tls.rejectUnauthorized=false");
  expect((await sent(stranger, (url) => lax(outside(url)))).row).toMatchObject(GONE);
  expect(smtp.mails).toMatchObject([{ isEncrypted: true }]);
});
