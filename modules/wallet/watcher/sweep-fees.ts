/**
 * Moves the fees that the platform earned to its treasury, which pays for all of its obligations.
 * Amounts that the platform added to the fees of open payments stay in the fees account until those
 * payments are settled.
 */
import { accountBalance, houseAccount, postAll } from "#ledger";
import { newUuid } from "#platform";
import { lockCursor, readCursor } from "../chain/chain-table.ts";
import { selfTransferFees } from "../self-transfers/self-transfers-table.ts";
import { supportSetAside } from "../terms/fees.ts";
import type { WatcherDeps } from "./deps.ts";

const FEES = houseAccount("fees", "BTC");

export async function sweepFees({ database, clock }: WatcherDeps): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await readCursor(tx))) return;
    // Code that reserves a subsidy or settles a payment holds this lock as well.
    await lockCursor(tx);
    const asideSats = (await supportSetAside(tx)).sats + (await selfTransferFees(tx)).sats;
    const amount = (await accountBalance(tx, FEES)) - asideSats;
    if (amount <= 0n) return;
    await postAll(tx, [
      {
        id: newUuid(clock.now()),
        debit: FEES,
        credit: houseAccount("treasury", "BTC"),
        amount,
        code: "treasury_transfer",
        cause: "fees",
      },
    ]);
  });
}
