/**
 * Tests invalid settings. Each must abort the start with exit status 1 and a single line on stderr
 * that names the setting.
 */
import { spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform";
import { newInstallationOnDisk } from "../support/servers/installation.ts";
import { PRODUCT } from "../support/servers/launch-server.ts";
import { startServerIn, type RunningServer } from "../support/servers/server.ts";
import { stoppableInstallation } from "../support/servers/stoppable-postgres.ts";
import { removeFolder } from "../support/servers/scratch-folder.ts";

let dataDir: string;
let running: RunningServer | undefined;

beforeAll(async () => {
  dataDir = await newInstallationOnDisk();
});

afterAll(async () => {
  await running?.stop();
  removeFolder(dataDir);
});

type Environment = Readonly<Record<string, string>>;

interface End {
  readonly code: number | null;
  readonly lines: readonly string[];
}

function start(env: Environment, words: readonly string[] = []): Promise<End> {
  const child = spawn(process.execPath, [PRODUCT, ...words], {
    cwd: join(import.meta.dirname, "..", ".."),
    env: {
      ...process.env,
      PORT: "0",
      HOUSE_RIG: "off",
      DATA_DIR: dataDir,
      BLOCK_SECONDS: "0",
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
  return new Promise((resolve) =>
    child.once("close", (code) => resolve({ code, lines: text.trim().split("\n") })),
  );
}

const oneLine = (name: string): End => ({
  code: 1,
  lines: [expect.stringMatching(new RegExp(`^${name}\\b.{10}`))],
});

const supabase = { SUPABASE_URL: "ftp://x", SUPABASE_ANON_KEY: "x" };

test.each<[string, Environment]>([
  ["PORT", { PORT: "70000" }],
  ["PORT", { PORT: "three thousand" }],
  ["PORT", { PORT: "6000" }],
  ["STRATUM_PORT", { STRATUM_PORT: "-1" }],
  ["STRATUM_TLS_PORT", { STRATUM_TLS_PORT: "3334" }],
  ["HOUSE_RIG", { HOUSE_RIG: "yes" }],
  ["METRICS_PORT", { METRICS_PORT: "70000" }],
  ["SMTP_URL_FILE", { SMTP_URL_FILE: "/nowhere" }],
  ["DATABASE_DIRECT_URL", { DATABASE_DIRECT_URL: "postgres://x/y" }],
  ["SITE_URL", { SITE_URL: "https://floor.example/app" }],
  ["WITNESSES", { WITNESSES: "https://witness.example" }],
  ["DATABASE_URL", { DATABASE_URL: "mysql://x/y" }],
  ["BITCOIN_NETWORK", { BITCOIN_NETWORK: "mainnet" }],
  ["BITCOIN_RPC_URL", { BITCOIN_RPC_URL: "127.0.0.1:18443" }],
  ["BLOCK_SECONDS", { BLOCK_SECONDS: "-1" }],
  ["ADMINISTRATOR_WAIT_HOURS", { ADMINISTRATOR_WAIT_HOURS: "721" }],
  ["STOP_WAIT_SECONDS", { STOP_WAIT_SECONDS: "61" }],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ["SUPABASE_URL", supabase],
  ["SUPABASE_ANON_KEY", { SUPABASE_ANON_KEY: "x" }],
  ["ADMIN_EMAIL", { ADMIN_EMAIL: "nobody", ADMIN_PASSWORD: "long enough 1234" }],
  ["ADMIN_PASSWORD", { ADMIN_PASSWORD: "long enough 1234" }],
  ["SMTP_URL", { SMTP_URL: "http://x" }],
  ["SMS_GATEWAY_URL", { SMS_GATEWAY_URL: "x" }],
  ["OANDA_TOKEN", { OANDA_TOKEN: "x" }],
  ["WALLETCONNECT_PROJECT_ID", { WALLETCONNECT_PROJECT_ID: "x" }],
  ["NATS_URL", { NATS_URL: "http://x" }],
])("%s is refused with the settings %j", (name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name}\\b.{10}`));
});

test.each<[string, Environment]>([
  ["PORT", { PORT: "70000" }],
  ["DATA_DIR", { DATA_DIR: join(import.meta.dirname, "bad-configuration.test.ts") }],
  ["DATABASE_URL", { DATABASE_URL: "postgres://127.0.0.1:1/nothing" }],
  ["HOST", { HOST: "203.0.113.9" }],
  ["METRICS_HOST", { METRICS_HOST: "203.0.113.9" }],
  ["SMTP_URL", { SMTP_URL: "smtp://host?pool=0" }],
  ["SMS_GATEWAY_URL", { SMS_GATEWAY_URL: "https://gateway.example/#x" }],
  ["BITCOIN_RPC_URL", { BITCOIN_RPC_URL: "http://127.0.0.1:9" }],
  ["WITNESSES", { WITNESSES: `https://witness.example=name+00000000+${"A".repeat(44)}` }],
  ["ADMIN_EMAIL", { ADMIN_EMAIL: "admin@localhost", ADMIN_PASSWORD: "long enough 1234" }],
])("an invalid %s aborts the start: %j", async (name, env) => {
  expect(await start(env)).toEqual(oneLine(name));
});

test.each([150, 400, 800])(
  "a database killed %i ms into the start is reported in one line",
  async (delayMs) => {
    const place = await stoppableInstallation();
    const env = { DATABASE_URL: place.applicationUrl, DATA_DIR: place.dataDir };
    const ended = start(env);
    await sleep(delayMs);
    await place.postgres.stop();
    const { code, lines } = await ended;
    await place.remove();
    expect(lines).toEqual([expect.stringMatching(/database|DATABASE_URL/)]);
    expect(code).toBe(1);
  },
  60_000,
);

test("an unknown role, or a role without DATABASE_URL, aborts the start", async () => {
  expect(await start({}, ["--only", "everything"])).toEqual(oneLine("npm start -- --only"));
  expect(await start({}, ["--only", "web"])).toEqual(oneLine("DATABASE_URL"));
});

test("a PORT or METRICS_PORT used by another program aborts the start", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  expect(await start({ PORT: String(port) })).toEqual(oneLine("PORT"));
  expect(await start({ METRICS_PORT: String(port) })).toEqual(oneLine("METRICS_PORT"));
  other.close();
});

test("the DATA_DIR of a running installation aborts a second start", async () => {
  const env = { BLOCK_SECONDS: "0", SITE_URL: "https://floor.example" };
  running = await startServerIn(dataDir, { env });
  expect(running.output()).toContain("https://floor.example/register#setup=");
  expect(await start({})).toEqual(oneLine("DATA_DIR"));
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
});
