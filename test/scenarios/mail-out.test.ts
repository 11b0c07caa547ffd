/**
 * Tests an installation with a mail server and an SMS gateway. It must send its messages through
 * them, include secrets only in these messages, and list both channels in its public configuration.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, callApi } from "../support/people/person.ts";
import { signUpByMail } from "../support/people/sign-up-by-mail.ts";
import { startServer, type RunningServer } from "../support/servers/server.ts";
import { startSmsSink, type SmsSink } from "../support/fakes/sms-sink.ts";
import { headerOf, partOf, startSmtpSink, type SmtpSink } from "../support/fakes/smtp-sink.ts";
import { removeFolder } from "../support/servers/scratch-folder.ts";

let smtp: SmtpSink;
let sms: SmsSink;
let server: RunningServer;
const START_MS_MAX = 120_000;
beforeAll(async () => {
  [smtp, sms] = await Promise.all([startSmtpSink(), startSmsSink()]);
  server = await startServer({
    env: { SMTP_URL: smtp.url, SMS_GATEWAY_URL: sms.url, BLOCK_SECONDS: "0", LOG_LEVEL: "debug" },
  });
}, START_MS_MAX);
afterAll(async () => {
  await server.stop();
  await Promise.all([smtp.close(), sms.close()]);
  removeFolder(server.dataDir);
});

const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
const arrived = (email: string, subject: string) =>
  eventually(
    `"${subject}" arrives`,
    async () => mailsTo(email).find((mail) => headerOf(mail, "subject")?.startsWith(subject)),
    (mail) => mail !== undefined,
  );

test("the installation reports that it sends e-mail and SMS", async () => {
  expect(await callApi(server.url, "getConfig", "")).toMatchObject({
    messages: "mail",
    sms: "phone",
  });
});

test("a withdrawal code arrives by e-mail and SMS, but not in the practice mailbox", async () => {
  const person = await signUpByMail(server.url, "Mia", smtp);
  await arrived(person.email, "Welcome to Hashfloor");
  await person.call("updateMe", { body: { phone: "+4915112345678" } });
  await person.call("changeNotificationSettings", { body: { smsWithdrawal: true } });
  await person.call("sendWithdrawalCode");
  const mail = await arrived(person.email, "Your security code");
  const code = /\b\d{6}\b/.exec(mail ? partOf(mail, "text/plain") : "")?.[0] ?? "none";
  const [text] = await eventually(
    "the SMS arrives",
    async () => sms.sent,
    (sent) => sent.length > 0,
  );
  expect(text?.body).toMatchObject({ to: "+4915112345678", practice: true });
  expect(text?.body.text).toContain(code);
  const messages = await eventually(
    "the mailbox says that they left",
    async () => (await person.call("listMailbox")).items,
    (items) => items.every(({ delivery }) => delivery === "sent"),
  );
  expect(JSON.stringify(messages)).not.toContain(code);
  await expect(
    person.call("createWithdrawal", {
      idempotencyKey: randomUUID(),
      body: { amountSats: 10_000, method: "wallet", code, walletAddress: "nowhere" },
    }),
  ).rejects.toThrow(/invalid_address|insufficient/i);
  expect(server.output()).not.toContain(code);
});

test("a recovery link arrives by e-mail and appears in no log", async () => {
  const person = await signUpByMail(server.url, "Noa", smtp);
  await person.auth.resetPasswordForEmail(person.email);
  const mail = await arrived(person.email, "Set a new password");
  const link = new RegExp(`${server.url}/reset-password\\S+`).exec(
    mail ? partOf(mail, "text/plain") : "",
  )?.[0];
  if (!link) throw new Error("the mail has no link");
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
  const { data } = await person.auth.verifyOtp({ token_hash: token, type: "recovery" });
  expect(data.session).not.toBeNull();
  const { items } = await person.call("listMailbox");
  expect(JSON.stringify(items)).not.toContain(token);
  expect(server.output()).not.toContain(token);
});

test("pending messages are sent once the mail server is available again", async () => {
  const person = await signUpByMail(server.url, "Ola", smtp);
  smtp.mood = { kind: "silent", at: "greeting" };
  smtp.hangUp();
  await person.call("sendWithdrawalCode");
  await eventually(
    "the message waits",
    async () => (await person.call("listMailbox")).items[0]?.delivery,
    (delivery) => delivery === "waiting",
  );
  smtp.mood = { kind: "accept" };
  expect(await arrived(person.email, "Your security code")).toMatchObject({
    to: [person.email],
  });
});
