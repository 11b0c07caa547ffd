/**
 * Checks that queries read only the requested users, even while PostgreSQL has no statistics about
 * the table. Without statistics, PostgreSQL assumes that only a handful of users are not deleted,
 * and would therefore prefer to read all of these users first.
 */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { newUuid, type DatabaseTransaction } from "#platform";
import { lockPersons } from "#users";
import { findKey } from "../modules/users/keys/keys-table.ts";
import { findAccountStates } from "../modules/users/people/account-states-table.ts";
import { meReader } from "../modules/users/profile/me-table.ts";
import { findCallers } from "../modules/users/sessions/callers-table.ts";
import { fileDatabase } from "./support/servers/database.ts";

const db = fileDatabase();

const PEOPLE = 4_000;
const ASKED = 8;

const people = Array.from({ length: PEOPLE }, () => ({ userId: newUuid(), sessionId: newUuid() }));
const chosen = people.slice(0, ASKED);
const userIds = chosen.map(({ userId }) => userId);

beforeAll(async () => {
  const { database } = db;
  const ids = people.map(({ userId }) => userId);
  await database.query(
    `insert into users_users (id, email, created_at, updated_at)
     select id, id || '@example.test', now(), now() from unnest($1::uuid[]) as person(id)`,
    [ids],
  );
  await database.query(
    `insert into users_profiles (user_id, mining_name)
     select id, right(id::text, 12) from unnest($1::uuid[]) as person(id)`,
    [ids],
  );
  await database.query(
    `insert into users_sessions (id, user_id, refresh_key_sealed, user_agent, ip, created_at, updated_at)
     select session_id, user_id, '', '', '', now(), now()
     from unnest($1::uuid[], $2::uuid[]) as person(user_id, session_id)`,
    [ids, people.map(({ sessionId }) => sessionId)],
  );
  await database.query(
    `insert into users_keys (id, user_id, name, secret_hash, hint, scopes, networks, created_at)
     select id::text, id, 'key', sha256(uuid_send(id)), 'abcd', '{read}', '{}', now() from unnest($1::uuid[]) as person(id)`,
    [ids],
  );
});

const hashOf = (id: string) =>
  createHash("sha256")
    .update(Buffer.from(id.replaceAll("-", ""), "hex"))
    .digest();
const findMe = meReader((user) => `(select ${user} as "pendingFor")`);

const reads: Readonly<Record<string, (tx: DatabaseTransaction) => Promise<readonly unknown[]>>> = {
  "callers of sessions": (tx) =>
    findCallers(
      tx,
      chosen.map((person) => ({ ...person, aal: "aal1" })),
    ),
  "owners of keys": (tx) => Promise.all(userIds.map((id) => findKey(tx, hashOf(id)))),
  "signed-in users": (tx) => Promise.all(userIds.map((userId) => findMe(tx, userId))),
  "existing users": async (tx) => (await lockPersons(tx, userIds, "batch")).filter(Boolean),
  "account states": (tx) => findAccountStates(tx, userIds),
};

/**
 * Returns the number of user rows that this connection has read so far. Only the difference between
 * two calls is meaningful.
 */
async function rowsRead(tx: DatabaseTransaction): Promise<number> {
  const [counted] = await tx.query<{ rows: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
     from pg_stat_xact_user_tables where relname = 'users_users'`,
  );
  return counted?.rows ?? 0;
}

const countOf = async (tx: DatabaseTransaction, read: (typeof reads)[string]) =>
  (await read(tx)).filter((person) => person !== undefined).length;

describe.each(Object.entries(reads))("the query of %s", (_name, read) => {
  test("reads only the requested users", async () => {
    await db.database.transaction(async (tx) => {
      const before = await rowsRead(tx);
      expect(await countOf(tx, read)).toBe(ASKED);
      expect((await rowsRead(tx)) - before).toBe(ASKED);
    });
  });

  test("excludes deleted users", async () => {
    const [gone] = userIds;
    const deletedIs = (time: string) =>
      db.database.query(`update users_users set deleted_at = ${time} where id = $1`, [gone]);
    await deletedIs("now()");
    const counts = await db.database.transaction((tx) => countOf(tx, read));
    await deletedIs("null");
    expect(counts).toBe(ASKED - 1);
  });
});
