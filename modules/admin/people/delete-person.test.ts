/**
 * Tests that personal data in other modules is deleted with the user, whether an administrator or a
 * program with the service key deletes the user.
 */
import { expect, test } from "vitest";
import { newServiceKey, operatorOf } from "../../../test/support/people/operator.ts";
import { openPeopleOffice } from "../../../test/support/people/people-office.ts";
import { signUp } from "../../../test/support/servers/sign-in-server.ts";

const office = openPeopleOffice();

/** SQL columns and values of a row with the user's id, by table. */
const KEPT: Readonly<Record<string, string>> = {
  support_tickets:
    "(id, user_id, request_id, subject, created_at, updated_at) values ($1, $1, $1, 'Hello', now(), now())",
  support_chats: "(id, user_id, created_at, updated_at) values ($1, $1, now(), now())",
  wallet_challenges: `(id, user_id, network, site, address, script_hex, message, created_at, expires_at)
    values ($1, $1, 'regtest', 'here', 'address', '00', 'message', now(), now() + interval '1 hour')`,
  wallet_connections: `(id, user_id, network, address, script_hex, name, connector, form, message, signature, verified_at)
    values ($1, $1, 'regtest', 'address', '00', 'Mine', 'by_hand', 'bip322', 'message', 'signature', now())`,
  wallet_address_locks: "(user_id, on_since) values ($1, now())",
  wallet_followers: `(txid, user_id, is_mailed, followed_at, is_seen_told, is_confirmed_told, reorgs_told)
    select txid, $1, false, now(), false, false, 0 from wallet_followed_transactions`,
};

/** A row that is referenced by other rows, so it is kept without personal data. */
const PRICE_FILE = `insert into forex_price_files
    (id, user_id, name, sha256, instrument, kind, lines, from_at, until_at, added_at)
  values ($1, $1, 'ada.csv', repeat('a', 64), 'EUR_USD', 'M1', 1, now(), now() + interval '1 hour', now())`;
const PRICE_CHUNK = `insert into forex_price_chunks (file_id, kind, place, from_at, until_at, packed)
  values ($1, 'QUOTES', 0, now(), now() + interval '1 hour', 'quotes')`;
const REPLAY = `insert into forex_replays
    (id, user_id, title, instrument, begun_at, starts_at, clock_at, set_at, pace, balance_cents)
  values ($1, $1, 'EUR/USD, ada.csv', 'EUR_USD', now(), now(), now(), now(), 0, 0)`;

const ways: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
  "an administrator": (userId) => office.remove(office.admin, userId),
  "a program with the service key": async (userId) => {
    const key = await newServiceKey(office.server);
    const { error } = await operatorOf(office.server, key).deleteUser(userId);
    expect(error).toBeNull();
  },
};

test.each(Object.entries(ways))("personal data is deleted by %s", async (_way, remove) => {
  const { database } = office.deps;
  const { userId } = await signUp(office.server);
  await database.query(
    `insert into wallet_followed_transactions (txid, in_mempool)
     values (repeat('0', 64), false) on conflict do nothing`,
  );
  const tablesWithRows = async () => {
    const tables: string[] = [];
    for (const table of Object.keys(KEPT)) {
      const rows = await database.query(`select from ${table} where user_id = $1`, [userId]);
      if (rows.length > 0) tables.push(table);
    }
    return tables;
  };
  for (const [table, row] of Object.entries(KEPT))
    await database.query(`insert into ${table} ${row.replaceAll("$1", `'${userId}'`)}`);
  for (const insert of [PRICE_FILE, PRICE_CHUNK, REPLAY]) await database.query(insert, [userId]);
  expect(await tablesWithRows()).toEqual(Object.keys(KEPT));
  await remove(userId);
  expect(await tablesWithRows()).toEqual([]);
  const files = "select name, sha256, removed_at from forex_price_files where user_id = $1";
  expect(await database.query(files, [userId])).toEqual([
    {
      name: "Removed",
      sha256: "0".repeat(64),
      removed_at: expect.any(Date) as Date,
    },
  ]);
  const chunks = "select from forex_price_chunks where file_id = $1";
  expect(await database.query(chunks, [userId])).toEqual([]);
  const replays = "select title from forex_replays where user_id = $1";
  expect(await database.query(replays, [userId])).toEqual([{ title: "EUR_USD" }]);
});
