/**
 * Runs the process that `sign-in.ts` measures. It contains the sign-in service and a minimal
 * node:http server. The HTTP server accepts requests with and without a session, orders, and
 * requests for the CPU time used so far. The command-line arguments are an empty database and the
 * number of users.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deletionRules } from "#admin";
import { houseAccount, outsideAccount, postAll, userAccount } from "#ledger";
import {
  createBus,
  migrate,
  newUuid,
  openDatabase,
  openMasterKey,
  readMigrations,
  MODULES,
  silentLog,
  systemClock,
} from "#platform";
import { authenticate, authPlugin, bearerToken, openUsers } from "#users";
import { createHttpServer } from "../../server/http.ts";
import { PASSWORD, type HostAddress } from "./sign-in.ts";
import { operator } from "../support/money/operator-products.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const OPENING_SATS = 10_000_000_000n;
const PEOPLE = Number(process.argv[3]);
const UNLIMITED = 1_000_000_000;

const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-bench-sign-in-"));
const database = openDatabase(process.argv[2] ?? "");
await migrate(database, readMigrations(ROOT, MODULES));
const users = await openUsers({
  database,
  clock: systemClock,
  bus: createBus(),
  log: silentLog,
  masterKey: openMasterKey(dataDir),
  dataDir,
  siteUrl: "http://bench.test",
  // The benchmark sends all requests from one address and does not measure refusals, so raise the
  // limits.
  limits: {
    mailPauseMs: 0,
    mailsPerHourMax: UNLIMITED,
    ipFailuresMax: UNLIMITED,
    passwordFailuresFree: UNLIMITED,
    passwordFailuresMax: UNLIMITED,
    signUpsPerHourMax: UNLIMITED,
  },
  hosted: undefined,
});
const app = await createHttpServer({
  log: silentLog,
  inlineHashes: { scripts: [], styles: [] },
  connectHosts: [],
});
await app.register(authPlugin(users, deletionRules(operator.products)));

const people = Array.from({ length: PEOPLE }, () => `${randomUUID()}@example.test`);
interface Session {
  readonly access_token: string;
  readonly user: { readonly id: string };
}

async function signUp(email: string): Promise<Session> {
  const payload = { email, password: PASSWORD };
  const answer = await app.inject({ method: "POST", url: "/auth/v1/signup", payload });
  return answer.json<Session>();
}

for (const email of people) await signUp(email);
// A user who signs in repeatedly loses the oldest sessions, so use sessions of different users.
const sessions: Session[] = [];
for (let holder = 1; holder <= PEOPLE; holder += 1)
  sessions.push(await signUp(`${randomUUID()}@example.test`));
await database.transaction((tx) =>
  postAll(
    tx,
    sessions.map(({ user }) => ({
      id: newUuid(),
      debit: outsideAccount("chain"),
      credit: userAccount(user.id, "available", "BTC"),
      amount: OPENING_SATS,
      code: "opening" as const,
    })),
  ),
);

const answers: Readonly<Record<string, (request: IncomingMessage) => unknown>> = {
  "/bare": () => ({}),
  "/signed-in": async ({ headers }) => {
    await authenticate(users, bearerToken(headers.authorization));
    return {};
  },
  "/order": async ({ headers }) => {
    const { userId } = await authenticate(users, bearerToken(headers.authorization));
    const debit = userAccount(userId, "available", "BTC");
    const credit = houseAccount("fees", "BTC");
    const order = { id: newUuid(), debit, credit, amount: 1n, code: "contract_purchase" as const };
    await database.transaction((tx) => postAll(tx, [order]));
    return {};
  },
  "/processor-ms": () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};
const bare = createServer((request, response) => {
  void (async () => {
    const answer = await answers[request.url ?? ""]?.(request);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  })();
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
const address: HostAddress = {
  authUrl: `${await app.listen({ port: 0, host: "127.0.0.1" })}/auth/v1`,
  bareUrl: `http://127.0.0.1:${(bare.address() as AddressInfo).port}`,
  people,
  tokens: sessions.map(({ access_token: token }) => token),
};
process.send?.(address);
process.once("disconnect", () => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
