/**
 * Starts the whole product in a separate process on the benchmark's PostgreSQL, together with the
 * comparison process in people-yardstick.ts. Each user has money and a session, and the platform
 * has enough coins that no product is sold out.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { paths, type RouteName } from "../../api/paths.ts";
import { houseAccount, outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid, openDatabase, type Database } from "#platform";
import { databaseUrl } from "../support/servers/database-url.ts";
import { launchServer } from "../support/servers/launch-server.ts";
import { outsideAddress } from "../support/people/main-job.ts";
import { eachOnce } from "./callers.ts";
import { openClient, type HttpClient, type Sending } from "./http-client.ts";
import type { Plan } from "./plan.ts";

/**
 * Numbers of users. `people` buy, stake and withdraw. `readers` only read data, for which they have
 * contracts, a stake, and mining turned on.
 */
const COUNTS = { full: { people: 512, readers: 32 }, short: { people: 64, readers: 4 } };
const CONTRACTS_EACH = 3;
export const PLAN = "starter-rig";
/** A stake so small that it stays below the limit per network. */
export const STAKE = { amountSats: 10_000, durationDays: 90 };

const AHEAD = join(import.meta.dirname, "server-in-open-hour.ts");
const PASSWORD = "correct horse battery";
const OPENING_SATS = 10_000_000_000n;
const HOUSE_SATS = 100_000_000_000_000n;
/**
 * Number of concurrent sign-ups. More would not be faster, because the server hashes passwords one
 * after the other.
 */
const SIGN_UPS_AT_ONCE = 4;

export interface BenchPerson {
  readonly userId: string;
  readonly token: string;
  /** The session in the format in which the official client stores it in a browser. */
  readonly session: object;
  readonly address: string;
}

export interface PeopleInstallation {
  readonly database: Database;
  readonly people: readonly BenchPerson[];
  readonly readers: readonly BenchPerson[];
  readonly serverUrl: string;
  readonly yardstickUrl: string;
  /** Process ids of the server and the comparison process. */
  readonly pids: { readonly server: number; readonly yardstick: number };
  urlOf(name: RouteName): string;
  output(): string;
}

/**
 * Creates `database` and starts the product on it. `aheadMs` is how far the product's clock is
 * ahead.
 */
export async function openPeopleInstallation(
  bench: { readonly database: Database; readonly url: string },
  { size, cleanUp }: Plan,
  {
    database: databaseName,
    aheadMs,
    counts = COUNTS[size],
  }: {
    readonly database: string;
    readonly aheadMs: number;
    readonly counts?: { readonly people: number; readonly readers: number };
  },
): Promise<PeopleInstallation> {
  await bench.database.query(`create database ${databaseName}`);
  const url = databaseUrl(bench.url, databaseName);
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-bench-people-"));
  cleanUp.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // Turns off automatic blocks, so that no block is produced during a measurement.
  const server = await launchServer({
    dataDir,
    ...(aheadMs === 0 ? {} : { program: AHEAD }),
    env: { DATABASE_URL: url, BLOCK_SECONDS: "0", AHEAD_MS: String(aheadMs) },
  });
  cleanUp.defer(async () => void (await server.stop()));
  const yardstick = fork(join(import.meta.dirname, "people-yardstick.ts"), [bench.url]);
  cleanUp.defer(async () => {
    yardstick.disconnect();
    await once(yardstick, "exit");
  });
  const [yardstickUrl] = (await once(yardstick, "message")) as [string];
  const database = openDatabase(url);
  cleanUp.defer(() => database.close());
  const urlOf = (name: RouteName): string => server.url + paths[name].path;
  const client = openClient(SIGN_UPS_AT_ONCE);
  const everybody = await signUpAll(client, server.url, counts.readers + counts.people);
  await giveMoney(database, everybody);
  const [readers, people] = [everybody.slice(0, counts.readers), everybody.slice(counts.readers)];
  await furnish({ client, urlOf, readers });
  client.close();
  return {
    database,
    people,
    readers,
    serverUrl: server.url,
    yardstickUrl,
    pids: { server: server.pid, yardstick: yardstick.pid ?? 0 },
    urlOf,
    output: () => server.output(),
  };
}

interface Session {
  readonly access_token: string;
  readonly user: { readonly id: string };
}

async function signUpAll(client: HttpClient, url: string, count: number): Promise<BenchPerson[]> {
  const people: BenchPerson[] = [];
  const emails = Array.from({ length: count }, (_, n) => `person${n}@example.test`);
  await eachOnce(SIGN_UPS_AT_ONCE, emails, async (email) => {
    const body = { email, password: PASSWORD };
    const answer = await client.ask(`${url}/auth/v1/signup`, { method: "POST", body });
    const session = JSON.parse(answer) as Session;
    const { access_token: token, user } = session;
    people.push({ userId: user.id, token, session, address: outsideAddress() });
  });
  return people;
}

/** Credits coins to the users for their purchases, and to the platform for its obligations. */
async function giveMoney(database: Database, people: readonly BenchPerson[]): Promise<void> {
  const debit = outsideAccount("chain");
  const goals = [
    { credit: houseAccount("treasury", "BTC"), amount: HOUSE_SATS },
    { credit: houseAccount("earn-funding", "BTC"), amount: HOUSE_SATS },
    ...people.map(({ userId }) => ({
      credit: userAccount(userId, "available", "BTC"),
      amount: OPENING_SATS,
    })),
  ];
  await database.transaction((tx) =>
    postAll(
      tx,
      goals.map((goal) => ({ id: newUuid(), debit, ...goal, code: "opening" as const })),
    ),
  );
}

async function furnish(
  installation: Pick<PeopleInstallation, "urlOf" | "readers"> & { readonly client: HttpClient },
): Promise<void> {
  const { client, urlOf } = installation;
  await eachOnce(SIGN_UPS_AT_ONCE, installation.readers, async ({ token }) => {
    const pay = (name: RouteName, body: object) => client.ask(urlOf(name), paying(token, body));
    for (let n = 0; n < CONTRACTS_EACH; n += 1) await pay("buyContract", { planId: PLAN });
    await pay("openStake", STAKE);
    await client.ask(urlOf("startMining"), { method: "POST", token });
  });
}

/** Returns the options of a money request, with a new idempotency key. */
export function paying(token: string, body: object): Sending {
  return { method: "POST", token, idempotencyKey: newUuid(), body };
}
