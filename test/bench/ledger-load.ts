/**
 * What callers ask of the ledger: random transfers among 100,000 accounts, on one house account, or
 * with mistakes in them.
 */
import { houseAccount, type Ledger, type Transfer } from "#ledger";
import { newUuid } from "#platform";

export type Requests = () => Promise<unknown>;

type Random = () => number;

const HOUSE = houseAccount("fees", "BTC");
const MORE_THAN_ANYONE_HAS = 2n ** 50n;
const REMEMBERED = 1_000;

/** `random` gives numbers from 0 to below 1. */
export function uniform(ledger: Ledger, accounts: readonly string[], random: Random): Requests {
  return () => expectOk(ledger, randomTransfer(accounts, random));
}

/** Every transfer pays to or from one house account. */
export function hot(ledger: Ledger, accounts: readonly string[], random: Random): Requests {
  return () => {
    const user = any(accounts, random);
    const [debit, credit] = random() < 0.5 ? [user, HOUSE] : [HOUSE, user];
    return expectOk(ledger, { ...randomTransfer(accounts, random), debit, credit });
  };
}

/** Of a hundred transfers one overdraws and one was sent before. */
export function withMistakes(
  ledger: Ledger,
  accounts: readonly string[],
  random: Random,
): Requests {
  const done: Transfer[] = [];
  return async () => {
    const lot = random();
    const transfer = randomTransfer(accounts, random);
    if (lot < 0.01)
      return expectResult(ledger, { ...transfer, amount: MORE_THAN_ANYONE_HAS }, "insufficient");
    if (lot < 0.02 && done.length > 0) return expectResult(ledger, any(done, random), "exists");
    await expectOk(ledger, transfer);
    if (done.length < REMEMBERED) done.push(transfer);
    else done[Math.floor(random() * REMEMBERED)] = transfer;
    return undefined;
  };
}

function randomTransfer(accounts: readonly string[], random: Random): Transfer {
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

function expectOk(ledger: Ledger, transfer: Transfer): Promise<void> {
  return expectResult(ledger, transfer, "ok");
}

async function expectResult(ledger: Ledger, transfer: Transfer, expected: string): Promise<void> {
  const [result] = await ledger.enqueue([transfer]);
  if (result !== expected) throw new Error(`expected ${expected}, the ledger said ${result}`);
}
