/** Remembers the numbers of account names. They never change, so what was once read from committed rows stays true. */
import type pg from "pg";

const NAMES_MAX = 500_000;

/** What stands for a name without an account: no row has this id. */
const NO_ACCOUNT = 0;

export interface AccountIds {
  /** One number per name, 0 for a name that nobody has. */
  of(connection: pg.PoolClient, names: readonly string[]): Promise<number[]>;
}

export function createAccountIds(): AccountIds {
  const known = new Map<string, number>();
  return {
    async of(connection, names) {
      const missing = new Set(names.filter((name) => !known.has(name)));
      if (missing.size > 0) {
        if (known.size + missing.size > NAMES_MAX) known.clear();
        const { rows } = await connection.query<{ name: string; id: bigint }>(
          "select name, id from ledger_accounts where name = any($1)",
          [[...missing]],
        );
        for (const { name, id } of rows) known.set(name, Number(id));
      }
      return names.map((name) => known.get(name) ?? NO_ACCOUNT);
    },
  };
}
