/** What becomes of the money of higher fees when their payment ends, one way or the other. */
import { parseTransaction } from "#bitcoin";
import type { Transfer } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import {
  chargeBumpLeg,
  returnBumpLeg,
  unchargeBumpLeg,
  type BumpCost,
} from "../books/bump-legs.ts";
import { releaseOtherCoins } from "../chain/coins-table.ts";
import { endBump, listBumps, type BumpRow } from "./bumps-table.ts";
import { findVersions, listVersions } from "./versions-table.ts";
import type { WithdrawalRow } from "./withdrawals-table.ts";

type Payment = Pick<WithdrawalRow, "id" | "txid" | "rawHex">;

/**
 * It is in the chain for good: its owner pays what brought it there, and what did not comes back.
 * Coins that only another version spends are free again.
 */
export async function settleBumps(tx: DatabaseTransaction, payment: Payment): Promise<Transfer[]> {
  const bumps = await listBumps(tx, payment.id);
  if (bumps.length === 0) return [];
  const mined = await numberOf(tx, payment);
  const legs: Transfer[] = [];
  for (const bump of bumps) {
    const isWanted = bump.state === "signed" && bump.number <= mined;
    legs.push(...(isWanted ? charge(bump) : await giveBack(tx, bump)));
  }
  await releaseOtherCoins(tx, payment.id, outpointsOf(payment.rawHex));
  return legs;
}

/** It became impossible for good, before it was settled or after. */
export async function returnBumps(
  tx: DatabaseTransaction,
  payment: Payment & Pick<WithdrawalRow, "book">,
): Promise<Transfer[]> {
  const bumps = await listBumps(tx, payment.id);
  if (bumps.length === 0) return [];
  const mined = payment.book === "posted" ? await numberOf(tx, payment) : -1;
  const legs: Transfer[] = [];
  for (const bump of bumps) {
    const isCharged = bump.state === "signed" && bump.number <= mined;
    if (isCharged) legs.push(...ofOwner(bump, unchargeBumpLeg));
    else if (payment.book !== "posted") legs.push(...(await giveBack(tx, bump)));
  }
  return legs;
}

/** requested -> void: what it replaces is in a block, or the signer said no. */
export async function voidBump(
  tx: DatabaseTransaction,
  bump: BumpRow,
  payment: Payment,
): Promise<Transfer[]> {
  if (!(await endBump(tx, bump.id, "void"))) return [];
  const versions = await listVersions(tx, payment.id);
  const raws = [payment.rawHex, ...versions.map(({ rawHex }) => rawHex)];
  await releaseOtherCoins(tx, payment.id, raws.flatMap(outpointsOf));
  return ofOwner(bump, returnBumpLeg);
}

/** Nothing for one that was given back before. */
async function giveBack(tx: DatabaseTransaction, bump: BumpRow): Promise<Transfer[]> {
  if (bump.state === "void") return [];
  await endBump(tx, bump.id, "void");
  return ofOwner(bump, returnBumpLeg);
}

function charge(bump: BumpRow): Transfer[] {
  return ofOwner(bump, chargeBumpLeg);
}

/** The house's part stays among the fees. */
function ofOwner(bump: BumpRow, leg: (cost: BumpCost) => Transfer): Transfer[] {
  return bump.paidBy === "user" ? [leg(bump)] : [];
}

/** Which version its own transaction is. */
async function numberOf(tx: DatabaseTransaction, { txid }: Payment): Promise<number> {
  const [version] = await findVersions(tx, txid === null ? [] : [txid]);
  return version?.number ?? 0;
}

function outpointsOf(rawHex: string | null) {
  if (rawHex === null) return [];
  return parseTransaction(rawHex).inputs.map(({ txid, outputIndex }) => ({
    txid,
    vout: outputIndex,
  }));
}
