/**
 * Sweeps the platform's earned fees to the treasury, which pays the platform's obligations.
 * Subsidies of open payments stay in the fees account until the payments are settled.
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
    // The cursor's lock excludes concurrent transactions that reserve a subsidy or settle a
    // payment.
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
