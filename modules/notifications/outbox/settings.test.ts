/**
 * Tests SMTP_URL and SMS_GATEWAY_URL: valid settings are parsed, and each mistake produces one
 * clear line.
 */
import { expect, test } from "vitest";
import { StartError } from "#platform";
import { readSmtpUrl } from "./mail-settings.ts";
import { readSmsGatewayUrl } from "./sms-transport.ts";

test("smtps uses TLS from the first byte", () => {
  expect(readSmtpUrl("smtps://ann%40example.org:p%3Aw@mail.example.org")).toEqual({
    host: "mail.example.org",
    port: 465,
    isSecure: true,
    requiresTls: true,
    trustsAnyCertificate: false,
    login: { user: "ann@example.org", pass: "p:w" },
    from: "ann@example.org",
  });
});

test("smtp uses STARTTLS", () => {
  const text =
    "smtp://[::1]:2525?requireTLS=true&tls.rejectUnauthorized=false&from=installation@example.org";
  expect(readSmtpUrl(text)).toMatchObject({
    host: "::1",
    port: 2525,
    isSecure: false,
    requiresTls: true,
    trustsAnyCertificate: true,
    login: undefined,
    from: "installation@example.org",
  });
  expect(readSmtpUrl("smtp://relay")).toMatchObject({ port: 587, from: "hashfloor@localhost" });
  for (const host of ["127.0.0.1", "10.0.0.25", "[::1]", "[2001:db8::25]"])
    expect(readSmtpUrl(`smtp://${host}`).from).toBe("hashfloor@localhost");
  expect(readSmtpUrl("smtp://mail.example.org.").from).toBe("hashfloor@mail.example.org");
});

test.each([
  ["smtp://mail.example.org", true],
  ["smtp://relay", true],
  ["smtp://10.0.0.1", true],
  ["smtp://localhost.example.org", true],
  ["smtp://127.0.0.1.example.org", true],
  ["smtp://mail.example.org?requireTLS=false", false],
  ["smtp://localhost", false],
  ["smtp://mail.localhost:2525", false],
  ["smtp://127.0.0.53", false],
  ["smtp://[::1]", false],
  ["smtp://127.0.0.1?requireTLS=true", true],
])("%s requires TLS: %s", (url, requiresTls) => {
  expect(readSmtpUrl(url)).toMatchObject({ requiresTls });
});

test.each([
  "smtp://",
  "smtp://host:0",
  "smtp://host/path",
  "smtp://host?pool=false",
  "smtp://host?requireTLS=yes",
  "smtp://host?from=nobody",
  "smtp://host?from=a@b.org,c@d.org",
  "smtp://host?from=a@b.org%0d%0aBcc:x@y.org",
  "smtp://%ff:secret-word@host",
])("SMTP_URL=%s is refused with one line and without the password", (text) => {
  expect(() => readSmtpUrl(text)).toThrow(StartError);
  expect(() => readSmtpUrl(text)).toThrow(/^SMTP_URL [^\n]{10,}$/);
  expect(() => readSmtpUrl(text)).not.toThrow(/secret-word/);
});

test("the gateway's token is removed from its URL", () => {
  expect(readSmsGatewayUrl("https://to%2Bken@gw.example/sms?x=1")).toEqual({
    url: "https://gw.example/sms?x=1",
    bearer: "to+ken",
  });
  expect(readSmsGatewayUrl("https://user:word@gw.example/")).toMatchObject({ bearer: "word" });
  expect(readSmsGatewayUrl("http://gw.example/")).toMatchObject({ bearer: undefined });
});

test.each([
  "ftp://gw.example",
  "https://",
  "https://gw.example/#part",
  "https://%ff@gw.example/",
  "https://secret%0d%0aword@gw.example/",
])("SMS_GATEWAY_URL=%s is refused with one line and without the token", (text) => {
  expect(() => readSmsGatewayUrl(text)).toThrow(StartError);
  expect(() => readSmsGatewayUrl(text)).toThrow(/^SMS_GATEWAY_URL [^\n]{10,}$/);
  expect(() => readSmsGatewayUrl(text)).not.toThrow(/secret/);
});
