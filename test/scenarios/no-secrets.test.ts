/**
 * Checks that no secret appears in the log, the metrics or the error responses, even at the most
 * detailed log level. The tests cover normal operation, missing tables, gateways that repeat the
 * message in their refusal, and an unavailable database.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, silentLog, startPostgres, type Database, type Postgres } from "#platform";
import { SERVICE_KEY_FILE } from "#users";
import { startEmbeddedNode } from "../../modules/bitcoin/embedded-node.ts";
import { startAsking } from "../support/servers/requests.ts";
import { authenticatorOf, type Authenticator } from "../support/people/authenticator.ts";
import { giveAll, type Held, type Someone } from "../support/inputs/give-secrets.ts";
import { eventually } from "../support/people/person.ts";
import { newPassword, plantSecrets } from "../support/inputs/planted-secrets.ts";
import { startServerIn, type RunningServer } from "../support/servers/server.ts";
import { answers, startSmsSink, type SmsSink } from "../support/fakes/sms-sink.ts";
import { partOf, startSmtpSink, type SmtpSink } from "../support/fakes/smtp-sink.ts";
import { diskFolder, removeFolder } from "../support/servers/scratch-folder.ts";

const START_MS_MAX = 180_000;
const planted = plantSecrets();
const plant = (name: string, secret: string): string => planted.plant(name, secret);
const folder = diskFolder();

let postgres: Postgres;
let database: Database;
let node: Awaited<ReturnType<typeof startEmbeddedNode>>;
let smtp: SmtpSink;
let sms: SmsSink;
let server: RunningServer;

const { ask, refusals, takeStatuses } = startAsking(() => server.url);

const admin = { email: "admin@floor.test", password: plant("ADMIN_PASSWORD", newPassword()) };
const seed12 = plant("12 seed words", generateMnemonic(wordlist, 128));
const seed24 = plant("24 seed words", generateMnemonic(wordlist, 256));
const xprv = plant("xprv", HDKey.fromMasterSeed(mnemonicToSeedSync(seed24)).privateExtendedKey);
const wif = plant("WIF", "L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ");
const words = { seed12, seed24, xprv, wif };
const giveEverything = () => giveAll({ ask, plant, url: server.url, admin, words }, held);

beforeAll(async () => {
  [smtp, sms] = await Promise.all([startSmtpSink(), startSmsSink()]);
  postgres = await startPostgres({ dataDir: join(folder, "postgres"), log: silentLog });
  database = openDatabase(postgres.url, { connectionsMax: 1 });
  const prefix = join(folder, "node");
  node = await startEmbeddedNode({ prefix, onWake: () => undefined, log: silentLog });
  plant("DATABASE_URL", new URL(postgres.url).password);
  const [user = "", password = ""] = Buffer.from(
    node.endpoint.authorization.replace("Basic ", ""),
    "base64",
  )
    .toString()
    .split(":");
  const rpc = Object.assign(new URL(node.endpoint.url), { username: user, password });
  plant("BITCOIN_RPC_URL", password);
  const mail = Object.assign(new URL(smtp.url), { username: "installation" });
  mail.password = plant("SMTP_URL", randomUUID());
  plant("SMTP_URL as sent", Buffer.from(`\0floor\0${mail.password}`).toString("base64"));
  const gateway = new URL(sms.url);
  gateway.username = plant("SMS_GATEWAY_URL", randomUUID());
  smtp.hasLogin = true;
  server = await startServerIn(join(folder, "installation"), {
    env: {
      DATABASE_URL: postgres.url,
      BITCOIN_RPC_URL: rpc.href,
      SMTP_URL: mail.href,
      SMS_GATEWAY_URL: gateway.href,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      METRICS_PORT: "0",
      BLOCK_SECONDS: "0",
      LOG_LEVEL: "trace",
    },
  });
}, START_MS_MAX);

afterAll(async () => {
  await server.kill();
  await database.close();
  await postgres.stop();
  await node.stop();
  await Promise.all([smtp.close(), sms.close()]);
  removeFolder(folder);
});

function keepTokens(who: Someone, json: Record<string, unknown>): void {
  if (typeof json["access_token"] !== "string") return;
  who.access = plant("access token", json["access_token"]);
  who.refresh = plant("refresh token", String(json["refresh_token"]));
}

async function newPerson(name: string): Promise<Someone> {
  const email = `${name}-${randomUUID().slice(0, 8)}@floor.test`;
  const who = {
    email,
    password: plant(`password of ${name}`, newPassword()),
    access: "",
    refresh: "",
  };
  await ask("POST", "/auth/v1/signup", { body: who });
  const { token } = await secretsOfMail(email, /Confirm your e-mail address/);
  await ask("POST", "/auth/v1/verify", { body: { token_hash: token, type: "signup" } });
  keepTokens(who, (await ask("POST", "/auth/v1/token?grant_type=password", { body: who })).json);
  expect(who.access).not.toBe("");
  return who;
}

/**
 * Reads the links and codes from the e-mail with this subject, adds them to the planted secrets,
 * and returns them.
 */
async function secretsOfMail(email: string, subject: RegExp) {
  const mail = await eventually(
    `a mail ${subject.source} to ${email}`,
    async () => smtp.mails.find(({ to, raw }) => to.includes(email) && subject.test(raw)),
    (value) => value !== undefined,
  );
  const text = mail ? partOf(mail, "text/plain") : "";
  const token = /token_hash=([\w-]+)/.exec(text)?.[1] ?? "";
  const code = /\b\d{6}\b/.exec(text.replaceAll(/http\S+/g, ""))?.[0] ?? "";
  if (token !== "") plant(`link: ${subject.source}`, token);
  if (code !== "") plant(`code: ${subject.source}`, code);
  return { token, code };
}

let held: Held;

async function protect(who: Someone): Promise<{ app: Authenticator; codes: readonly string[] }> {
  const body = { factor_type: "totp", friendly_name: "Phone" };
  const { json } = await ask("POST", "/auth/v1/factors", { token: who.access, body });
  const { secret } = json["totp"] as { secret: string };
  const app = authenticatorOf(String(json["id"]), plant("authenticator secret", secret));
  const path = `/auth/v1/factors/${app.factorId}`;
  const challenge = await ask("POST", `${path}/challenge`, { token: who.access });
  const code = plant("authenticator code", await app.freshCode());
  const proof = { challenge_id: challenge.json["id"], code };
  keepTokens(who, (await ask("POST", `${path}/verify`, { token: who.access, body: proof })).json);
  const made = await ask("POST", "/api/v1/me/recovery-codes", {
    token: who.access,
    body: undefined,
  });
  return {
    app,
    codes: (made.json["codes"] as string[]).map((one) =>
      plant(`recovery code ${one.slice(0, 4)}`, one),
    ),
  };
}

/** Returns the metrics' names and labels, without values. */
async function labels(): Promise<string> {
  const url = /"url":"(http:[^"]+\/metrics)"/.exec(server.output())?.[1] ?? "";
  const text = await (await fetch(url)).text();
  expect(text).toContain("http_request_duration_seconds_count");
  return text.replaceAll(/ \S+$/gm, "");
}

/**
 * Throws if a planted secret appears in the log, the metrics or the error responses. The statuses
 * in `came` must occur among the responses, which proves that these responses were searched.
 */
async function nothingIsTold(came: readonly number[]): Promise<void> {
  expect(takeStatuses()).toEqual(expect.arrayContaining([...came]));
  expect(planted.foundIn(server.output()), "log").toEqual([]);
  expect(planted.foundIn(await labels()), "figures").toEqual([]);
  expect(planted.foundIn(refusals.join("\n")), "refusals").toEqual([]);
}

test("no secret is revealed in normal operation", async () => {
  const [one, other, third] = [
    await newPerson("one"),
    await newPerson("other"),
    await newPerson("third"),
  ];
  const again = { refresh_token: one.refresh };
  keepTokens(
    one,
    (await ask("POST", "/auth/v1/token?grant_type=refresh_token", { body: again })).json,
  );
  const { app, codes } = await protect(one);
  await ask("PATCH", "/api/v1/me", { token: other.access, body: { phone: "+4915112345678" } });
  const withSms = { smsWithdrawal: true };
  await ask("PATCH", "/api/v1/me/notification-settings", { token: other.access, body: withSms });
  await ask("POST", "/auth/v1/recover", { body: { email: third.email } });
  await ask("POST", "/auth/v1/otp", { body: { email: other.email, create_user: false } });
  await ask("GET", "/auth/v1/reauthenticate", { token: third.access });
  await ask("PUT", "/auth/v1/user", { token: third.access, body: { email: `new-${third.email}` } });
  await ask("POST", "/api/v1/withdrawals/code", { token: other.access });
  const links = {
    recovery: await secretsOfMail(third.email, /Set a new password/),
    login: await secretsOfMail(other.email, /log in|sign in/i),
    withdrawal: await secretsOfMail(other.email, /Your security code/),
  };
  const [text] = await eventually(
    "the SMS arrives",
    async () => sms.sent,
    (sent) => sent.length > 0,
  );
  plant("code by SMS", /\b\d{6}\b/.exec(text?.body.text ?? "")?.[0] ?? "");
  const serviceKey = readFileSync(join(server.dataDir, SERVICE_KEY_FILE), "utf8").trim();
  plant("service key", serviceKey);
  held = { one, other, app, recoveryCodes: codes, links, serviceKey };
  await giveEverything();
  expect(planted.count).toBeGreaterThanOrEqual(40);
  await nothingIsTold([200, 400, 401, 403, 422]);
});

test("no secret is logged when an e-mail or SMS refusal repeats the message", async () => {
  const { links, other } = held;
  const { token, code } = links.recovery;
  sms.answer = answers.status(500, { "x-said": code });
  smtp.mood = {
    kind: "answer",
    at: "DATA",
    line: `554 5.7.1 spam: code ${code} #token_hash=${token}`,
  };
  await ask("POST", "/auth/v1/recover", { body: { email: other.email } });
  await ask("POST", "/api/v1/withdrawals/code", { token: other.access });
  const output = await eventually(
    "the log says which messages were not sent",
    async () => server.output(),
    (text) => text.includes("mail server:") && text.includes("SMS gateway:"),
  );
  expect(output).toContain("mail server: EMESSAGE 554");
  await nothingIsTold([200]);
});

test("no secret is revealed when rows are refused or tables are missing", async () => {
  // Causes a PostgreSQL error whose message repeats the row, including the user's text.
  await database.query(
    "alter table notifications_messages add constraint no_more check (body = '') not valid",
  );
  await ask("POST", "/auth/v1/otp", { body: { email: held.other.email, create_user: false } });
  await giveEverything();
  for (const table of ["users_sessions", "users_factors", "support_chats", "users_users"]) {
    await database.query(`alter table if exists ${table} rename to gone_${table}`);
    await giveEverything();
  }
  expect(server.output()).toContain("sign-in service failed");
  expect(server.output()).toContain("Something went wrong");
  await nothingIsTold([500]);
});

test("no secret is revealed while the database is unavailable", async () => {
  await postgres.stop();
  await giveEverything();
  await nothingIsTold([503]);
  expect(await server.stop()).toBe(0);
  expect(planted.foundIn(server.output())).toEqual([]);
});
