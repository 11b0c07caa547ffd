/**
 * Measures how long the administrators' lists take to load over HTTP from the two databases of
 * `back-office-database.ts`. Requests are sent one after the other, and both databases are measured
 * within the same second.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adminRoutes } from "#admin";
import { adminApi } from "#api/admin";
import { createBus, openMasterKey, silentLog, systemClock, type Database } from "#platform";
import { openUsers } from "#users";
import { createHttpServer } from "../../server/http.ts";
import { registerApi } from "../../server/routes.ts";
import { callers, type Load } from "./callers.ts";
import type { Rate } from "./yardstick.ts";
import { openOfficeDatabases, richPlace } from "./back-office-database.ts";
import { measureLongWork } from "./long-work.ts";
import type { Plan } from "./plan.ts";
import { operator } from "../support/money/operator-products.ts";

export interface OfficeRound {
  readonly listEmpty: Load;
  readonly listFull: Load;
  readonly searchEmpty: Load;
  readonly searchFull: Load;
  readonly personFull: Load;
  /**
   * The treasury page, which reads every account once. Its time grows with the number of users,
   * because the page verifies the ledger, but must not grow with the number of transfers.
   */
  readonly treasuryFull: Load;
  /**
   * The statistics page, which counts the users and reads the platform's holdings from a few
   * accounts. Its time grows by a fifth of a microsecond per user.
   */
  readonly statsFull: Load;
  /**
   * The trends page, which counts the sign-ups of the last thirty days (all users in this
   * database). It reads transfers from daily sums, so the number of transfers does not affect its
   * time.
   */
  readonly trendsFull: Load;
  readonly auditFew: Load;
  readonly auditFull: Load;
  readonly ownsNothing: Load;
  readonly ownsMuch: Load;
  readonly checkFull: Load;
  readonly listWhileCheck: Load;
  readonly listWhileNews: Load;
  readonly newsMessages: Rate;
}

interface Office {
  readonly listUrls: readonly string[];
  get(path: string): Promise<unknown>;
  readonly personId: string;
  readonly richId: string;
  close(): Promise<void>;
}

/**
 * User searches with many, some, one and no results. The list includes short and long texts, and
 * texts that occur in every e-mail address or in none.
 */
const SEARCHES = [
  "GRACE",
  "ada.hop",
  "hopper.4711",
  ".99999@",
  "@example",
  "nobody-at-all",
  "a",
  "99",
  "%",
];

/**
 * Audit log searches that match every entry, some entries, one entry in a thousand, exactly one
 * entry, or none. The list also includes short texts, a search by user, and the unfiltered log.
 */
const TRAIL_SEARCHES = [
  "text=isDisabled",
  "text=telephone",
  "text=treasury",
  "text=case%204710",
  "text=nobody-at-all",
  "text=e",
  "text=%25",
  "text=case&until=2020-01-01",
  "action=treasury.fund&text=mining",
  "person=.4711@",
  "person=%40example",
];

export async function measureBackOffice(
  root: string,
  url: string,
  plan: Plan,
): Promise<{
  readonly rounds: OfficeRound[];
  readonly databases: readonly Database[];
}> {
  const { rounds, seconds, random, cleanUp } = plan;
  const databases = await openOfficeDatabases(root, url, plan);
  const empty = await openOffice(databases.empty, 1);
  cleanUp.defer(() => empty.close());
  const full = await openOffice(databases.full, databases.people);
  cleanUp.defer(() => full.close());
  const list = (office: Office) => () => office.get(any(office.listUrls, random));
  const search = (office: Office) => () =>
    office.get(`/api/v1/admin/users?search=${encodeURIComponent(any(SEARCHES, random))}`);
  const page = (path: string) => () => full.get(path);
  const trail = (office: Office) => () =>
    office.get(`/api/v1/admin/audit?${any(TRAIL_SEARCHES, random)}`);
  const owned = (userId: string) => () =>
    Promise.all([
      full.get(`/api/v1/admin/users/${userId}/holdings?limit=10`),
      full.get(`/api/v1/admin/users/${userId}/sessions?limit=10`),
    ]);
  const person = `/api/v1/admin/users/${full.personId}`;
  for (const office of [empty, full]) {
    await callers(1, seconds / 4, list(office));
    await callers(1, seconds / 4, search(office));
    await callers(1, seconds / 4, trail(office));
  }
  const measured: OfficeRound[] = [];
  for (let round = 1; round <= rounds; round++)
    measured.push({
      listEmpty: await callers(1, seconds, list(empty)),
      listFull: await callers(1, seconds, list(full)),
      searchEmpty: await callers(1, seconds, search(empty)),
      searchFull: await callers(1, seconds, search(full)),
      personFull: await callers(1, seconds / 2, () =>
        Promise.all([full.get(person), full.get(`${person}/entries`), full.get(`${person}/audit`)]),
      ),
      treasuryFull: await callers(1, seconds / 2, page("/api/v1/admin/treasury")),
      statsFull: await callers(1, seconds / 2, page("/api/v1/admin/stats")),
      trendsFull: await callers(1, seconds / 2, page("/api/v1/admin/trends")),
      auditFew: await callers(1, seconds, trail(empty)),
      auditFull: await callers(1, seconds, trail(full)),
      ownsNothing: await callers(1, seconds / 2, owned(full.personId)),
      ownsMuch: await callers(1, seconds / 2, owned(full.richId)),
      ...(await measureLongWork(databases.full, {
        seconds,
        get: (path) => full.get(path),
        list: list(full),
      })),
    });
  return { rounds: measured, databases: [databases.empty, databases.full] };
}

async function openOffice(database: Database, people: number): Promise<Office> {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-bench-office-"));
  const users = await openUsers({
    database,
    clock: systemClock,
    bus: createBus(),
    log: silentLog,
    masterKey: openMasterKey(dataDir),
    dataDir,
    siteUrl: "http://bench.test",
    limits: {},
    hosted: undefined,
  });
  const app = await createHttpServer({
    log: silentLog,
    inlineHashes: { scripts: [], styles: [] },
    connectHosts: [],
  });
  const administrator = await personAt(database, 0);
  const person = (await personAt(database, Math.floor(people / 2))) ?? administrator;
  if (administrator === undefined || person === undefined) throw new Error("nobody signed up");
  const rich = (await personAt(database, richPlace(people))) ?? person;
  const caller = {
    userId: administrator,
    email: "administrator@example.test",
    sessionId: administrator,
    aal: "aal2",
    isAdmin: true,
    isAnonymous: false,
  } as const;
  // Omits the caller's session lookup. It takes the same time at any database size, so it would
  // hide the cost of the lists.
  const office = adminRoutes({
    ...users,
    ...operator,
    nodeHeight: async () => null,
    nodeMempool: async () => [],
  });
  registerApi(app, adminApi, office, { identify: async () => caller }, () => office);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    personId: person,
    richId: rich,
    listUrls: [
      "/api/v1/admin/users",
      `/api/v1/admin/users?cursor=after_${person}`,
      `/api/v1/admin/users?cursor=before_${person}`,
      "/api/v1/admin/users?filter=admins",
      "/api/v1/admin/users?filter=disabled",
    ],
    async get(path) {
      const answer = await fetch(origin + path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the id of the user at this position in the users list, newest first. */
async function personAt(database: Database, place: number): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(
    "select id from users_users order by created_at desc offset $1 limit 1",
    [place],
  );
  return row?.id;
}

function any(items: readonly string[], random: () => number): string {
  return items[Math.floor(random() * items.length)] ?? "";
}
