/**
 * Creates a back office for tests of administrators' actions on users. Each test has a new
 * administrator with two-factor authentication, who is the only administrator.
 */
import type { Caller } from "#api/route";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { proving, startBackOffice, type AuditItem, type BackOffice } from "./back-office.ts";
import { plainRequest, type SignInServer } from "../servers/sign-in-server.ts";

type Routes = BackOffice["routes"];

interface PeopleOffice {
  /** The sign-in server. Like the three fields below, it is available once the tests run. */
  readonly server: SignInServer;
  readonly deps: BackOffice["deps"];
  readonly routes: Routes;
  readonly admin: Caller;
  readonly newAdministrator: () => Promise<Caller>;
  /** Removes the administrator role from all users and creates a new administrator. */
  readonly renewAdministrator: () => Promise<void>;
  readonly change: (
    caller: Caller,
    userId: string,
    body: object,
  ) => ReturnType<Routes["changePerson"]>;
  readonly remove: (caller: Caller, userId: string) => ReturnType<Routes["deletePerson"]>;
  /** Returns the latest audit entries, newest first. */
  readonly audit: () => Promise<AuditItem[]>;
  /** Credits coins to a user as a deposit would. */
  readonly pay: (userId: string, sats: bigint) => Promise<void>;
  readonly subjectsOf: (userId: string) => Promise<string[]>;
}

export const reason = "a test";

/** Registers the setup and teardown hooks of a test file. Call it at the top of the file. */
export function openPeopleOffice(limits: Parameters<typeof startBackOffice>[0] = {}): PeopleOffice {
  let office: BackOffice;
  let admin: Caller;
  const newAdministrator = async () => proving(office.server, await office.newAdministrator());
  const renewAdministrator = async () => {
    await office.deps.database.query("delete from users_roles");
    admin = await newAdministrator();
  };
  beforeAll(async () => {
    office = await startBackOffice(limits);
  });
  beforeEach(renewAdministrator);
  afterAll(() => office.close());
  return {
    get server() {
      return office.server;
    },
    get deps() {
      return office.deps;
    },
    get routes() {
      return office.routes;
    },
    get admin() {
      return admin;
    },
    newAdministrator,
    renewAdministrator,
    change: (caller, userId, body) =>
      office.routes.changePerson({
        ...plainRequest,
        caller,
        params: { userId },
        body: { reason, ...body },
      }),
    remove: (caller, userId) =>
      office.routes.deletePerson({ ...plainRequest, caller, params: { userId }, body: { reason } }),
    audit: () => office.audit(admin),
    pay: (userId, sats) => office.pay(userId, sats),
    async subjectsOf(userId) {
      const rows = await office.deps.database.query<{ subject: string }>(
        "select subject from notifications_messages where user_id = $1",
        [userId],
      );
      return rows.map(({ subject }) => subject);
    },
  };
}
