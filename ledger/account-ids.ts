/**
 * Remembers the numbers of account names. They never change, so what was once read from committed
 * rows stays true.
 */
import type pg from "pg";

const NAMES_MAX = 500_000;

/** What stands for a name without an account: no row has this id. */
const NO_ACCOUNT = 0;

export interface AccountIds {
  /** One number per name, undefined while some name was not looked up. */
  known(names: readonly string[]): number[] | undefined;
  /** Looks up what is missing; 0 for a name that nobody has. */
  lookUp(connection: pg.PoolClient, names: readonly string[]): Promise<number[]>;
}

export function createAccountIds(): AccountIds {
  const ids = new Map<string, number>();
  return {
    known(names) {
      const found: number[] = [];
      for (const name of names) {
        const id = ids.get(name);
        if (id === undefined) return undefined;
        found.push(id);
      }
      return found;
    },
    async lookUp(connection, names) {
      if (ids.size + names.length > NAMES_MAX) ids.clear();
      const { rows } = await connection.query<{ name: string; id: bigint }>(
        "select name, id from ledger_accounts where name = any($1)",
        [names],
      );
      for (const { name, id } of rows) ids.set(name, Number(id));
      return names.map((name) => ids.get(name) ?? NO_ACCOUNT);
    },
  };
}
