/**
 * Creates a minimal double-entry ledger in SQL, for comparison with the product's ledger. It has
 * accounts, transfers, and two entries per transfer. One function call locks both accounts in the
 * order of their names, inserts the transfer and its entries, and updates both balances. The
 * minimal ledger has no holds, events, idempotency keys or protection against changes.
 */
import type { Database } from "#platform";
import { randomTransfer, type Requests } from "./ledger-load.ts";

const TABLES = `
  create table peer_accounts (
    name text primary key,
    balance bigint not null check (balance >= 0),
    version bigint not null default 0
  ) with (fillfactor = 50);
  create table peer_transfers (
    id uuid primary key,
    debit text not null,
    credit text not null,
    amount bigint not null check (amount > 0),
    at timestamptz not null
  );
  create table peer_entries (
    account text not null,
    version bigint not null,
    transfer uuid not null,
    amount bigint not null,
    balance bigint not null,
    primary key (account, version)
  );`;

const POST = `
  create function peer_post(p_id uuid, p_debit text, p_credit text, p_amount bigint)
  returns void language plpgsql as $$
  declare v_from peer_accounts; v_to peer_accounts;
  begin
    perform from peer_accounts where name in (p_debit, p_credit) order by name for no key update;
    insert into peer_transfers values (p_id, p_debit, p_credit, p_amount, clock_timestamp());
    update peer_accounts set balance = balance - p_amount, version = version + 1
      where name = p_debit returning * into v_from;
    update peer_accounts set balance = balance + p_amount, version = version + 1
      where name = p_credit returning * into v_to;
    insert into peer_entries values
      (p_debit, v_from.version, p_id, -p_amount, v_from.balance),
      (p_credit, v_to.version, p_id, p_amount, v_to.balance);
  end $$`;

const OPENING_SATS = 1_000_000_000n;

export async function openMinimalLedger(
  database: Database,
  accounts: readonly string[],
): Promise<void> {
  await database.query(TABLES);
  await database.query(POST);
  await database.query(
    "insert into peer_accounts (name, balance) select name, $2 from unnest($1::text[]) as name",
    [accounts, OPENING_SATS],
  );
}

/**
 * Sends transfers like the product: the function call and the commit in one message to PostgreSQL.
 */
export function minimalTransfers(
  database: Database,
  accounts: readonly string[],
  random: () => number,
): Requests {
  return () =>
    database.transaction(async (tx) => {
      const { id, debit, credit, amount } = randomTransfer(accounts, random);
      tx.atCommit(
        "select peer_post($1, $2, $3, $4)",
        [id, debit, credit, amount],
        (error) => error,
      );
    });
}
