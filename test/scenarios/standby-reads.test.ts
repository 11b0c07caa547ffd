/**
 * Tests the whole product on a primary and its standby, with the application's own database login.
 * Every read that a standby may answer must work on a read-only server, buyers must see their
 * purchase immediately, and a failed standby must cause no error.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outsideAccount, postAll, userAccount } from "#ledger";
import {
  giveLogin,
  keepProcessLogins,
  newUuid,
  openDatabase,
  prepareDatabase,
  readConfig,
  readSchema,
  silentLog,
  type Database,
} from "#platform";
import { paths, type RouteName } from "../../api/paths.ts";
import { routes } from "../../api/tables.ts";
import { openInstallation, type Installation } from "../../server/open-installation.ts";
import { apiRows, type Belongings } from "../authorisation.ts";
import { acquire, secured } from "../authorisation/people.ts";
import { manyRequests } from "../support/servers/launch-server.ts";
import { signIn, signUp, type Person } from "../support/people/person.ts";
import { memoryFolder, removeFolder } from "../support/servers/scratch-folder.ts";
import { listenTo } from "../support/servers/stream-listener.ts";
import { startTwoPostgres, type TwoPostgres } from "../support/servers/two-postgres.ts";

const STANDBY_ROUTES = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].readsStandby,
);

const ADMIN = { email: "admin@example.test", password: `long enough ${randomUUID()}` };
const POSITION = "hashfloor-position";
let servers: TwoPostgres;
let primary: Database;
let standby: Database;
let dataDir: string;
let env: Readonly<Record<string, string>>;
let installation: Installation;
let user: Person;
let other: Person;
let administrator: Person;
let belongings: Belongings;

beforeAll(async () => {
  servers = await startTwoPostgres();
  [primary, standby] = [openDatabase(servers.primaryUrl), openDatabase(servers.standbyUrl)];
  dataDir = memoryFolder();
  const { roles } = await prepareDatabase(
    servers.primaryUrl,
    readSchema(join(import.meta.dirname, "..", "..")),
  );
  const applicationUrl = await giveLogin(servers.primaryUrl, roles.application);
  await keepProcessLogins(servers.primaryUrl, { roles, dataDir });
  const readUrl = new URL(applicationUrl);
  for (const [name, value] of new URL(servers.standbyUrl).searchParams)
    readUrl.searchParams.set(name, value);
  readUrl.searchParams.set("target_session_attrs", "standby");
  env = {
    PORT: "0",
    HOUSE_RIG: "off",
    DATA_DIR: dataDir,
    DATABASE_URL: applicationUrl,
    DATABASE_READ_URL: readUrl.href,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...manyRequests,
    ADMINISTRATOR_WAIT_HOURS: "0",
  };
  installation = await openInstallation(readConfig({ ...env, BLOCK_SECONDS: "0.2" }), silentLog);
  administrator = await secured(await signIn(installation.url, ADMIN.email, ADMIN.password));
  [user, other] = await Promise.all([
    signUp(installation.url, "Buyer"),
    signUp(installation.url, "Other"),
  ]);
  belongings = await acquire(installation.url, user);
});
afterAll(async () => {
  await installation.stop();
  await Promise.all([primary.close(), standby.close()]);
  await servers.close();
  removeFolder(dataDir);
});

type By = "standby" | `primary_${"behind" | "away" | "uncounted" | "fault"}`;

async function answeredBy(): Promise<Record<By, number>> {
  const text = await (await fetch(`${installation.privateUrl}/metrics`)).text();
  const lines = text.matchAll(/^standby_reads_total\{by="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, by, count]) => [by, Number(count)])) as Record<
    By,
    number
  >;
}

/**
 * Sends a request with the previous response's WAL position, as a browser does. Returns the
 * response and its WAL position.
 */
async function ask(name: RouteName, person: Person | undefined, position?: string | null) {
  const { method, path } = paths[name];
  const input = apiRows[name].ask?.(belongings) ?? {};
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, place: string) => input.params?.[place] ?? belongings.replayId,
  );
  return fetch(
    `${installation.url}${filled}${input.query === undefined ? "" : `?${input.query}`}`,
    {
      method,
      headers: {
        ...(person ? { authorization: `Bearer ${await person.token()}` } : {}),
        ...(position ? { [POSITION]: position } : {}),
      },
    },
  );
}

/** Runs `work` and returns its result, together with its request counts per database server. */
async function counted<Result>(work: () => Promise<Result>) {
  const before = await answeredBy();
  const result = await work();
  const after = await answeredBy();
  const more = Object.entries(after).map(([by, count]) => [by, count - before[by as By]]);
  return { result, by: Object.fromEntries(more) as Record<By, number> };
}

test("exactly the listed read routes may be answered by a standby", async () => {
  const document = (await (await fetch(`${installation.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string; "x-standby"?: true }>>;
  };
  const declared = Object.values(document.paths)
    .flatMap((methods) => Object.entries(methods))
    .filter(([, operation]) => operation["x-standby"]);
  expect(declared.filter(([method]) => method !== "get")).toEqual([]);
  const names = declared.map(([, { operationId }]) => operationId ?? "");
  expect(names.toSorted()).toEqual([...STANDBY_ROUTES].toSorted());
});

test("each listed route works on a server that cannot write", async () => {
  const whole = await counted(async () => {
    const failed: string[] = [];
    for (const name of STANDBY_ROUTES) {
      const person = paths[name].path.includes("/admin/") ? administrator : user;
      let counts = await counted(() => ask(name, person));
      // The primary may have counted an additional change, for example a payout, since its last
      // count. Retry until it has not.
      for (let attempts = 10; counts.by.primary_uncounted > 0 && attempts > 0; attempts -= 1)
        counts = await counted(() => ask(name, person));
      const { result, by } = counts;
      if (result.status !== apiRows[name].user && result.status !== 200)
        failed.push(`${name}: ${result.status}`);
      if (by.standby + by.primary_behind === 0 || by.primary_fault > 0)
        failed.push(`${name}: ${JSON.stringify(by)}`);
    }
    return failed;
  });
  expect(whole.result).toEqual([]);
  expect(whole.by.standby).toBeGreaterThan(whole.by.primary_behind);
});

test("a standby can answer a request for one event's postings", async () => {
  const { items } = await user.call("listEvents", { query: { limit: 1 } });
  const query = new URLSearchParams({ event: items[0]?.key ?? "" });
  const address = `${installation.url}${paths.listEntries.path}?${query}`;
  const headers = { authorization: `Bearer ${await user.token()}` };
  const { result, by } = await counted(async () => (await fetch(address, { headers })).json());
  expect(result).toMatchObject({ items: expect.arrayContaining([expect.anything()]) });
  expect(by.primary_fault).toBe(0);
});

test("a read after another user's event shows the change despite a slow standby", async () => {
  await setLag("100ms");
  const positions: Promise<string | undefined>[] = [];
  const readStats = async (position: string | undefined) => {
    const answer = await ask("getPublicStats", other, position);
    const { announcement } = (await answer.json()) as { announcement: { text: string } | null };
    return announcement?.text;
  };
  const listener = await listenTo(installation, other, (message) => {
    if (message.type !== "event" || message.topic !== "terms") return;
    positions.push(readStats(message.position));
  });
  const texts = Array.from({ length: 8 }, (_, index) => `Closed on day ${index}`);
  const { by } = await counted(async () => {
    let seenId: string | null = null;
    for (const [index, text] of texts.entries()) {
      const { banners }: { banners: readonly { id: string }[] } = await administrator.call(
        "setBanner",
        {
          body: { text, severity: "info", from: null, until: null, seenId, reason: "a test" },
        },
      );
      seenId = banners[0]?.id ?? null;
      await expect.poll(() => positions.length).toBe(index + 1);
      await positions[index];
    }
  });
  expect(await Promise.all(positions)).toEqual(texts);
  expect(by.standby).toBeGreaterThan(0);
  listener.hangUp();
  await setLag("0");
});

async function setLag(lag: string): Promise<void> {
  await standby.query(`alter system set recovery_min_apply_delay = '${lag}'`);
  await standby.query("select pg_reload_conf()");
}

test("a buyer sees a purchase immediately while another user reads the standby", async () => {
  await installation.stop();
  installation = await openInstallation(readConfig({ ...env, BLOCK_SECONDS: "0" }), silentLog);
  const [buyer, visitor] = [
    await signIn(installation.url, user.email, user.password),
    await signIn(installation.url, other.email, other.password),
  ];
  const { id: userId } = await buyer.call("getMe");
  const credit = userAccount(userId, "available", "BTC");
  const coins = { credit, debit: outsideAccount("chain"), amount: 100_000_000n };
  await primary.transaction((tx) => postAll(tx, [{ ...coins, id: newUuid(), code: "deposit" }]));
  const { items: plans } = await buyer.call("listPlans");
  const plan = plans.find(({ priceSats }) => priceSats < 100_000_000);
  await expect
    .poll(async () => (await counted(() => ask("getMining", visitor))).by.standby)
    .toBe(1);

  await standby.query("select pg_wal_replay_pause()");
  const bought = await fetch(`${installation.url}/api/v1/mining/contracts`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await buyer.token()}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({ planId: plan?.id, priceSats: plan?.priceSats }),
  });
  expect(bought.status).toBe(200);
  const position = bought.headers.get(POSITION);
  expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  const elsewhere = await counted(() => ask("getMining", visitor));
  expect(elsewhere.by).toMatchObject({ standby: 1, primary_behind: 0 });
  const own = await counted(() => ask("getMining", buyer, position));
  expect(await own.result.json()).toMatchObject({ contracts: [{ planId: plan?.id }] });
  expect(own.by).toMatchObject({ standby: 0, primary_behind: 1 });
  await standby.query("select pg_wal_replay_resume()");
  await expect
    .poll(async () => (await counted(() => ask("getMining", buyer, position))).by.standby)
    .toBe(1);
});

test("reads continue on the primary when the standby fails", async () => {
  const person = await signIn(installation.url, other.email, other.password);
  await servers.killStandby();
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask("listEntries", person)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const later = await counted(() => ask("listEntries", person));
  expect(later.by).toMatchObject({ standby: 0, primary_away: 1 });
  expect((await fetch(`${installation.url}/readyz`)).status).toBe(200);
});
