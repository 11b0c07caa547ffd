import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig, secretsOf } from "./config.ts";

test("an empty environment results in the embedded defaults", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    metricsPort: undefined,
    metricsHost: "127.0.0.1",
    siteUrl: undefined,
    dataDir: resolve("data"),
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    bitcoin: { network: "regtest", rpcUrl: undefined, blockSeconds: 10 },
    pool: { port: undefined, host: "127.0.0.1", tls: undefined, hasHouseRig: true },
    admin: undefined,
    supabase: undefined,
    smtpUrl: undefined,
    smsGatewayUrl: undefined,
    oanda: undefined,
    walletConnect: undefined,
    trustedProxy: [],
    redirectAllowList: [],
    witnesses: [],
    rates: {
      anonymousPerMinute: 1_200,
      signedInPerMinute: 600,
      withdrawalsPerHour: 30,
    },
    administratorWaitHours: 24,
    stopWaitSeconds: 0,
    logLevel: "info",
  });
});

test("an empty variable is treated as absent", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " " })).toEqual(readConfig({}));
});

test.each([
  ["0", 0],
  ["0.2", 0.2],
  ["600", 600],
])("BLOCK_SECONDS=%s", (text, blockSeconds) => {
  expect(readConfig({ BLOCK_SECONDS: text }).bitcoin.blockSeconds).toBe(blockSeconds);
});

test.each([
  ["0", 0],
  ["720", 720],
])("ADMINISTRATOR_WAIT_HOURS=%s", (text, hours) => {
  expect(readConfig({ ADMINISTRATOR_WAIT_HOURS: text }).administratorWaitHours).toBe(hours);
});

test("setting only one variable of a pair is refused", () => {
  const config = readConfig({
    ADMIN_EMAIL: "ann@example.org",
    ADMIN_PASSWORD: "a long pass phrase",
    SUPABASE_URL: "https://auth.example.org/",
    SUPABASE_ANON_KEY: "public",
  });
  expect(config.admin).toEqual({ email: "ann@example.org", password: "a long pass phrase" });
  expect(config.supabase).toEqual({ url: "https://auth.example.org", anonKey: "public" });
});

test("WITNESSES lists addresses, each with a key", () => {
  const vkey = `witness/1+0a1b2c3d+${"A".repeat(43)}/`;
  const read = (text: string) => readConfig({ WITNESSES: text }).witnesses;
  expect(read(`https://one.example/w/=${vkey}, http://127.0.0.1:8790=${vkey}`)).toEqual([
    { url: "https://one.example/w", vkey },
    { url: "http://127.0.0.1:8790", vkey },
  ]);
  for (const text of [
    vkey,
    "https://one.example",
    `https://one.example=${vkey.slice(0, 20)}`,
    `ftp://one.example=${vkey}`,
    `https://name:word@one.example=${vkey}`,
    `https://one.example?a=${vkey}`,
    `https://one.example=${vkey},`,
    Array.from({ length: 17 }, () => `https://one.example=${vkey}`).join(","),
  ])
    expect(() => read(text)).toThrow(/^WITNESSES must (?:be|have) [^\n]*$/);
});

test("WalletConnect uses its default relay unless another is set", () => {
  const projectId = "0123456789abcdef".repeat(2);
  expect(readConfig({ WALLETCONNECT_PROJECT_ID: projectId }).walletConnect).toEqual({
    projectId,
    relayUrl: "wss://relay.walletconnect.org",
  });
  const relayUrl = "wss://relay.example";
  expect(
    readConfig({ WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY_URL: relayUrl })
      .walletConnect,
  ).toEqual({ projectId, relayUrl });
});

test("OANDA requires an account and a token", () => {
  const config = readConfig({ OANDA_TOKEN: "0123-abcdef", OANDA_ACCOUNT: "101-004-1234567-001" });
  expect(config.oanda).toEqual({ token: "0123-abcdef", account: "101-004-1234567-001" });
  expect(secretsOf(config)).toEqual(["0123-abcdef"]);
});

test.each(["https://floor.example", "https://floor.example/", "HTTPS://Floor.Example:443"])(
  "SITE_URL=%s is reduced to its origin",
  (text) => {
    expect(readConfig({ SITE_URL: text }).siteUrl).toBe("https://floor.example");
  },
);

test("the pool's second port requires a certificate and a key", () => {
  const { pool } = readConfig({
    STRATUM_PORT: "0",
    STRATUM_HOST: "0.0.0.0",
    STRATUM_TLS_PORT: "3334",
    STRATUM_TLS_CERT: "cert.pem",
    STRATUM_TLS_KEY: "/keys/key.pem",
    HOUSE_RIG: "off",
  });
  const tls = { port: 3334, certFile: resolve("cert.pem"), keyFile: resolve("/keys/key.pem") };
  expect(pool).toEqual({ port: 0, host: "0.0.0.0", tls, hasHouseRig: false });
  expect(() => readConfig({ STRATUM_TLS_CERT: "a", STRATUM_TLS_KEY: "b" })).toThrow(ConfigError);
});

test("trusted proxies may be addresses or networks", () => {
  const text = "127.0.0.1, ::1,10.0.0.0/8 , fd00::/8";
  const trustedProxy = ["127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8"];
  expect(readConfig({ TRUSTED_PROXY: text }).trustedProxy).toEqual(trustedProxy);
});

test("allowed link targets may be full URLs or prefixes", () => {
  const text = "https://App.example/in?x=1, http://127.0.0.1:5173/**,https://app.example";
  expect(readConfig({ REDIRECT_ALLOW_LIST: text }).redirectAllowList).toEqual([
    "https://app.example/in?x=1",
    "http://127.0.0.1:5173/**",
    "https://app.example/",
  ]);
});

describe("an invalid value stops the start with one line that names the variable", () => {
  test.each([
    ["PORT", "http"],
    ["REQUESTS_PER_MINUTE", "0"],
    ["USER_REQUESTS_PER_MINUTE", "many"],
    ["WITHDRAWALS_PER_HOUR", "1.5"],
    ["ADMINISTRATOR_WAIT_HOURS", "721"],
    ["ADMINISTRATOR_WAIT_HOURS", "-1"],
    ["ADMINISTRATOR_WAIT_HOURS", "1.5"],
    ["ADMINISTRATOR_WAIT_HOURS", "a day"],
    ["SITE_URL", "floor.example"],
    ["SITE_URL", "https://floor.example/app"],
    ["SITE_URL", "https://floor.example/?a=1"],
    ["SITE_URL", "https://me:secret@floor.example"],
    ["SITE_URL", "ftp://floor.example"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["METRICS_PORT", "65536"],
    // The pages already use this port.
    ["METRICS_PORT", "3000"],
    ["STRATUM_PORT", "3333.5"],
    ["STRATUM_TLS_PORT", "70000"],
    ["STRATUM_TLS_PORT", "3334"],
    ["STRATUM_TLS_CERT", "cert.pem"],
    ["HOUSE_RIG", "yes"],
    ["BLOCK_SECONDS", "-1"],
    ["BLOCK_SECONDS", "1e3"],
    ["BLOCK_SECONDS", "soon"],
    ["BITCOIN_NETWORK", "mainnet"],
    ["BITCOIN_NETWORK", "main"],
    ["BITCOIN_RPC_URL", "127.0.0.1:18443"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_DIRECT_URL", "mysql://localhost/x"],
    ["DATABASE_DIRECT_URL", "postgres://localhost/x"],
    ["DATABASE_READ_URL", "mysql://localhost/x"],
    ["DATABASE_READ_URL", "postgres://localhost/x"],
    ["SMTP_URL", "https://mail.example.org"],
    ["SMS_GATEWAY_URL", "gateway"],
    ["NATS_URL", "localhost"],
    ["LOG_LEVEL", "loud"],
    ["TRUSTED_PROXY", "true"],
    ["TRUSTED_PROXY", "proxy.example"],
    ["TRUSTED_PROXY", "127.0.0.1,"],
    ["TRUSTED_PROXY", "10.0.0.0/33"],
    ["TRUSTED_PROXY", "10.0.0.0/x"],
    ["TRUSTED_PROXY", "::/129"],
    ["TRUSTED_PROXY", "10.0.0.1/8/8"],
    ["TRUSTED_PROXY", "0.0.0.0/0"],
    ["TRUSTED_PROXY", "::/0"],
    ["REDIRECT_ALLOW_LIST", "app.example"],
    ["REDIRECT_ALLOW_LIST", "https://app.example,"],
    ["REDIRECT_ALLOW_LIST", "https://app.example**"],
    ["REDIRECT_ALLOW_LIST", "https://*.example/**"],
    ["REDIRECT_ALLOW_LIST", "https://ann:secret@app.example/**"],
    ["REDIRECT_ALLOW_LIST", "javascript:alert(1)//**"],
    ["REDIRECT_ALLOW_LIST", "/**"],
    ["ADMIN_EMAIL", "ann@example.org"],
    ["SUPABASE_ANON_KEY", "public"],
    ["OANDA_TOKEN", "t"],
    ["WALLETCONNECT_PROJECT_ID", "me"],
    ["WALLETCONNECT_RELAY_URL", "https://relay.example"],
    ["OANDA_ACCOUNT", "101-004-1234567-001"],
  ])("%s=%s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`));
  });

  test("no error contains a password", () => {
    expect(() => readConfig({ DATABASE_URL: "localhost:secret" })).not.toThrow(/secret/);
  });
});

describe("every variable", () => {
  const source = readFileSync("platform/config.ts", "utf8");
  const names = [
    ...new Set(
      [...source.matchAll(/(?:read|pair)\("([A-Z_]+)"(?:, "([A-Z_]+)")?/g)].flatMap(
        ([, ...values]) => values.filter(Boolean),
      ),
    ),
  ];

  test.each(names)("%s is documented in a table of docs/operate/settings.md", (name) => {
    const page = readFileSync("docs/operate/settings.md", "utf8");
    const table = page
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .join("\n");
    expect(table).toContain(`\`${name}\``);
  });

  test.each(names)("%s from the shell is not passed to processes that tests start", (name) => {
    const [, value] =
      /\/(\^\(PORT\|.*\)\(_FILE\)\?\$)\//.exec(readFileSync("scripts/environment.mjs", "utf8")) ??
      [];
    expect(name).toMatch(new RegExp(value ?? "never"));
    expect(`${name}_FILE`).toMatch(new RegExp(value ?? "never"));
  });
});
