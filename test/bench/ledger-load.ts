/** Generates one caller's ledger load: random transfers between 100,000 accounts. */
import { postAtCommit, type Transfer } from "#ledger";
import { newUuid, type Database } from "#platform";

export type Requests = () => Promise<unknown>;

type Random = () => number;

/** Returns a function that posts a random transfer. `random` returns numbers in [0, 1). */
export function uniform(database: Database, accounts: readonly string[], random: Random): Requests {
  return () =>
    database.transaction(async (tx) => postAtCommit(tx, [[randomTransfer(accounts, random)]]));
}

export function randomTransfer(accounts: readonly string[], random: Random): Transfer {
  const debit = any(accounts, random);
  let credit = any(accounts, random);
  while (credit === debit) credit = any(accounts, random);
  return { id: newUuid(), debit, credit, amount: 1n, code: "adjustment" };
}

function any<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
