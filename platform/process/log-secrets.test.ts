/**
 * Tests that apparent secrets are removed from log lines while facts that an operator needs are
 * kept.
 */
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { describe, expect, test } from "vitest";
import { readConfig, secretsOf } from "../config.ts";
import { secretsRemover } from "./log-secrets.ts";
import { createLog } from "./log.ts";

const clean = secretsRemover(["s3cret-of-smtp"]);
const entropy = new Uint8Array(32).map((_, index) => index * 7);
const seed24 = entropyToMnemonic(entropy, wordlist);
const seed12 = entropyToMnemonic(entropy.slice(0, 16), wordlist);
const lines12 = seed12.replaceAll(" ", "\n");
const xprv = HDKey.fromMasterSeed(entropy).privateExtendedKey;
const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLXRoaXM";

describe("a secret is removed from the line", () => {
  test.each<[string, string, string]>([
    ["access token", `{"msg":"refused ${jwt}"}`, jwt],
    ["password in a URL", '{"msg":"connect postgres://installation:hunter22@db/x"}', "hunter22"],
    ["token in a URL", '{"msg":"https://t0kentoken@gateway.example/sms"}', "t0kentoken"],
    ["known secret", '{"msg":"535 s3cret-of-smtp refused"}', "s3cret-of-smtp"],
    ["extended private key", `{"msg":"${xprv}"}`, xprv],
    [
      "private key in WIF",
      '{"msg":"L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ"}',
      "L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ",
    ],
    ["twelve seed words", `{"msg":"no address: ${seed12}"}`, seed12],
    ["24 seed words in a sentence", `{"msg":"these are ${seed24} of mine"}`, seed24],
    ["seed words on lines", JSON.stringify({ msg: lines12 }), JSON.stringify(lines12).slice(1, -1)],
    [
      "seed words after the end of a line",
      JSON.stringify({ msg: `These:\n${seed12}` }),
      JSON.stringify(seed12).slice(1, -1),
    ],
    ["access token after the end of a line", JSON.stringify({ msg: `refused:\n${jwt}` }), jwt],
    ["code on a line", JSON.stringify({ msg: "\n\n123456\n\nis your code" }), "123456"],
    ["link", '{"msg":"https://x.example/confirm#token_hash=abc123&type=magiclink"}', "abc123"],
    ["set-up link", '{"url":"/register?setup=abcDEF123"}', "abcDEF123"],
    ["code in a field", '{"body":{"code":"123456"}}', "123456"],
    ["code in a sentence", '{"msg":"Your security code is 123456."}', "123456"],
    ["code before its name", '{"msg":"123456 is your code"}', "123456"],
    ["recovery code", '{"msg":"abcd-efgh-2345-qrst"}', "abcd-efgh-2345-qrst"],
    [
      "authenticator secret",
      '{"msg":"JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"}',
      "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
    ],
    [
      "refresh token",
      '{"msg":"AZqmz0kqdGSx9v1mT8E2hAAAAAAB0f3r7w2c5y8u1i4o6p9a"}',
      "AZqmz0kqdGSx9v1mT8E2hAAAAAAB0f3r7w2c5y8u1i4o6p9a",
    ],
  ])("%s", (_, line, secret) => {
    expect(line).toContain(secret);
    expect(clean(line)).not.toContain(secret);
    expect(clean(line)).toMatch(/\[[\w ]+\]/);
  });
});

test.each([
  '{"level":50,"time":"2026-11-21T20:24:51.702Z","pid":123456,"err":{"code":"23505","at":654321}}',
  '{"error":{"code":"ECONNREFUSED","port":543210}}',
  '{"txid":"f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16","sats":"250000"}',
  '{"id":"wdr_019a1b2c-3d4e-7f50-8a6b-9c0d1e2f3a4b","reqId":"019a1b2c-dead-7eef-babe-cafebabecafe"}',
  '{"msg":"No audit checkpoint found; starting a new one. Entries removed before this start cannot be detected."}',
  '{"msg":"one thing, and then another,\\nwhich goes well, with many, many, small words here"}',
  '{"url":"http://127.0.0.1:9464/metrics","address":"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"}',
])("facts that an operator needs stay in the line: %s", (line) => {
  expect(clean(line)).toBe(line);
});

test("secrets from the settings are removed, including their decoded form", () => {
  const config = readConfig({
    DATABASE_URL: "postgres://installation:p%40ss-of-db@db.example/installation",
    BITCOIN_RPC_URL: "http://rpc:abc@127.0.0.1:18443",
    SMTP_URL: "smtp://mail:mail@mail.example",
    SMS_GATEWAY_URL: "https://gateway-token@gateway.example/sms",
    NATS_URL: "nats://floor:p%2Css-of-nats@one,two",
    ADMIN_EMAIL: "ann@example.org",
    ADMIN_PASSWORD: "a long pass phrase",
  });
  expect(secretsOf(config).toSorted()).toEqual([
    "a long pass phrase",
    "gateway-token",
    "p%40ss-of-db",
    "p,ss-of-nats",
    "p@ss-of-db",
  ]);
  expect(secretsOf(readConfig({ NATS_URL: "tls://token-of-nats@one" }))).toEqual(["token-of-nats"]);
});

test("a secret from the settings is removed in its JSON form", () => {
  const secret = 'quote"and\\slash';
  const line = JSON.stringify({ msg: `${secret} was refused` });
  expect(secretsRemover([secret])(line)).toBe('{"msg":"[secret] was refused"}');
});

// A pattern that restarts at each possible start of a token took more than a minute for this line.
test("a line of the maximum length is scanned once", () => {
  const line = "-eyJ".repeat(60_000);
  expect(clean(line)).toBe(line);
});

test.each([null, undefined, "words", 7])(
  "a thrown value that is not an Error can be logged: %s",
  (thrown) => {
    const log = createLog("fatal");
    expect(() => log.fatal({ error: thrown, err: thrown }, "thrown by a test")).not.toThrow();
  },
);
