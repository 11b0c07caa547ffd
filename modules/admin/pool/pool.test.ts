/** Tests the pool page of administrators, and the effects of disconnecting a miner. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { Outage } from "#platform";
import { startBackOffice, type BackOffice } from "../../../test/support/people/back-office.ts";
import { asSuperuser } from "../../../test/support/servers/database.ts";
import { plainRequest } from "../../../test/support/servers/sign-in-server.ts";
import type { AdminDeps } from "../office/deps.ts";
import { adminRoutes } from "../routes.ts";

type AskedPool = NonNullable<AdminDeps["pool"]>;

let office: BackOffice;
let admin: Caller;
beforeAll(async () => {
  office = await startBackOffice();
  admin = await office.newAdministrator();
});
afterAll(() => office.close());

const list = {
  addresses: [
    {
      address: "2001:db8::7",
      connections: 2,
      names: ["ada"],
      furtherNames: 0,
      sharesAMinute: 36,
      rejectsAMinute: 1,
      since: new Date("2030-01-01T00:00:00Z"),
    },
  ],
  furtherAddresses: 0,
};

/** Returns a different pool process, as seen from this process. */
function poolThat(changes: Partial<AskedPool>): AskedPool {
  const state = { connections: 2, templateAt: null, journalBytes: 7 };
  return {
    state: () => ({ ...state, host: "0.0.0.0", port: 3333, tlsPort: null }),
    connections: () => Promise.resolve(list),
    endConnections: () => Promise.resolve(2),
    ...changes,
  };
}

const ask = () => ({ ...plainRequest, caller: admin });
const routesWith = (pool: AskedPool | undefined) => adminRoutes({ ...office.deps, pool });
const end = (pool: AskedPool | undefined, address: string) =>
  routesWith(pool).endPoolConnections({
    ...ask(),
    body: { address, reason: "It floods the pool" },
  });
const ends = async () =>
  (await office.audit(admin)).filter(({ action }) => action === "pool.end_connections");
const unwatched = { address: null, addresses: null, furtherAddresses: null };

test("connections and running pools are listed", async () => {
  await asSuperuser(office.deps.database, (superuser) =>
    superuser.query(
      `insert into pool_instances (id, host, port, started_at, heartbeat_at, stopped_at, connections) values
         (gen_random_uuid(), '127.0.0.1', 1, $1, $1, null, 5),
         (gen_random_uuid(), '127.0.0.1', 2, $1, $1, $1, 0),
         (gen_random_uuid(), '127.0.0.1', 3, $1, $1::timestamptz - interval '31 seconds', null, 9)`,
      [office.deps.clock.now()],
    ),
  );
  expect(await routesWith(poolThat({})).getAdminPool(ask())).toMatchObject({
    ...list,
    address: { host: "0.0.0.0", port: 3333, tlsPort: null },
    journalBytes: 7,
    instances: [{ port: 1, connections: 5, templateHeight: null }],
  });
});

test("a stopped or unresponsive pool is shown as not monitored", async () => {
  expect(await routesWith(undefined).getAdminPool(ask())).toMatchObject(unwatched);
  const stopped = poolThat({ state: () => undefined });
  expect(await routesWith(stopped).getAdminPool(ask())).toMatchObject(unwatched);
  const silent = poolThat({ connections: () => Promise.reject(new Outage("pool", "silent")) });
  expect(await routesWith(silent).getAdminPool(ask())).toMatchObject({
    addresses: null,
    address: { port: 3333 },
  });
});

test("ending connections logs the actor and the reason, but not the address", async () => {
  expect(await end(poolThat({}), "2001:db8::7")).toEqual({ ended: 2 });
  expect(await ends()).toMatchObject([
    { actorId: admin.userId, reason: "It floods the pool", after: { network: "2001:db8::/32" } },
  ]);
});

test("ending connections of a pool that is not running is refused", async () => {
  const before = await ends();
  const refusal = { status: 409, code: "pool_not_running" };
  await expect(end(undefined, "192.0.2.1")).rejects.toMatchObject(refusal);
  expect(await ends()).toEqual(before);
});

test("a demoted administrator cannot end connections", async () => {
  const other = await office.newAdministrator();
  const addresses: string[] = [];
  const pool = poolThat({
    async endConnections(address) {
      addresses.push(address);
      return 1;
    },
  });
  await office.deps.database.query("delete from users_roles where user_id = $1", [other.userId]);
  const body = { address: "192.0.2.1", reason: "a test" };
  await expect(
    routesWith(pool).endPoolConnections({ ...plainRequest, caller: other, body }),
  ).rejects.toMatchObject({ status: 403 });
  expect(addresses).toEqual([]);
});
