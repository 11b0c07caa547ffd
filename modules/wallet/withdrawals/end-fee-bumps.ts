/** Charges or refunds the costs of fee bumps when their payment ends. */
import { parseTransaction } from "#bitcoin";
import type { Transfer } from "#ledger";
import type { DatabaseTransaction } from "#platform";
import {
  chargeFeeBumpLeg,
  returnFeeBumpLeg,
  unchargeFeeBumpLeg,
  type FeeBumpCost,
} from "../books/fee-bump-legs.ts";
import { findCoins, releaseOtherCoins, reserveCoin } from "../chain/coins-table.ts";
import { listFeeBumps, moveFeeBump, type FeeBumpRow } from "./fee-bumps-table.ts";
import { findVersions, listVersions } from "./versions-table.ts";
import type { WithdrawalRow } from "./withdrawals-table.ts";

type Payment = Pick<WithdrawalRow, "id" | "txid" | "rawHex">;

/**
 * Charges all bumps up to the mined version and refunds later bumps. Call this when the payment is
 * permanently in the chain.
 */
export async function settleFeeBumps(
  tx: DatabaseTransaction,
  payment: Payment,
): Promise<Transfer[]> {
  await keepItsCoins(tx, payment);
  const bumps = await listFeeBumps(tx, payment.id);
  if (bumps.length === 0) return [];
  const mined = await numberOf(tx, payment);
  const legs: Transfer[] = [];
  for (const bump of bumps) {
    const isWanted = bump.state === "signed" && bump.number <= mined;
    legs.push(...(isWanted ? charge(bump) : await giveBack(tx, bump)));
  }
  return legs;
}

/**
 * Updates the bumps of a settled payment if a different version is now permanently in the chain.
 * Returns the satoshis to charge to and to refund to the owner.
 */
export async function countFeeBumps(
  tx: DatabaseTransaction,
  payment: Payment,
): Promise<{ readonly toPaySats: bigint; readonly toGetSats: bigint }> {
  await keepItsCoins(tx, payment);
  const bumps = (await listFeeBumps(tx, payment.id)).filter(({ state }) => state !== "void");
  if (bumps.length === 0) return { toPaySats: 0n, toGetSats: 0n };
  const mined = await numberOf(tx, payment);
  const fresh = bumps.filter(({ state, number }) => state === "returned" && number <= mined);
  const past = bumps.filter(({ state, number }) => state === "signed" && number > mined);
  for (const bump of fresh) await moveFeeBump(tx, bump, "signed");
  for (const bump of past) await moveFeeBump(tx, bump, "returned");
  return { toPaySats: sumOfOwner(fresh), toGetSats: sumOfOwner(past) };
}

/**
 * Releases coins that only unmined versions spent, and coins that were added for a bump that was
 * never signed. A batch's coins are reserved for its first withdrawal.
 */
async function keepItsCoins(tx: DatabaseTransaction, { id, rawHex }: Payment): Promise<void> {
  if (rawHex === null) return;
  const outpoints = outpointsOf(rawHex);
  await releaseOtherCoins(tx, id, outpoints);
  for (const coin of await findCoins(tx, outpoints))
    if (coin.reservedBy === null) await reserveCoin(tx, coin, id);
}

/**
 * Returns the legs that refund all bumps of a permanently impossible payment, whether or not it was
 * settled. `round` is the same as for `unsettleLegs`.
 */
export async function returnFeeBumps(
  tx: DatabaseTransaction,
  payment: Pick<WithdrawalRow, "id" | "book">,
  round: string,
): Promise<Transfer[]> {
  const legs: Transfer[] = [];
  for (const bump of await listFeeBumps(tx, payment.id)) {
    const isCharged = payment.book === "posted" && bump.state === "signed";
    if (isCharged && (await moveFeeBump(tx, bump, "returned")))
      legs.push(...ofOwner(bump, (cost) => unchargeFeeBumpLeg(cost, round)));
    else legs.push(...(await giveBack(tx, bump)));
  }
  return legs;
}

/**
 * Voids a requested bump because the version to replace was mined or the signer refused the bump.
 * `first` is the batch's first withdrawal.
 */
export async function voidFeeBump(
  tx: DatabaseTransaction,
  bump: FeeBumpRow,
  first: Payment,
): Promise<Transfer[]> {
  if (!(await moveFeeBump(tx, bump, "void"))) return [];
  const versions = await listVersions(tx, first.id);
  const raws = [first.rawHex, ...versions.map(({ rawHex }) => rawHex)];
  await releaseOtherCoins(tx, first.id, raws.flatMap(outpointsOf));
  return ofOwner(bump, returnFeeBumpLeg);
}

/** Returns the legs that refund the bump's cost, or no legs if it was already refunded. */
async function giveBack(tx: DatabaseTransaction, bump: FeeBumpRow): Promise<Transfer[]> {
  if (bump.state === "void" || bump.state === "returned") return [];
  await moveFeeBump(tx, bump, bump.state === "requested" ? "void" : "returned");
  return ofOwner(bump, returnFeeBumpLeg);
}

function charge(bump: FeeBumpRow): Transfer[] {
  return ofOwner(bump, chargeFeeBumpLeg);
}

/**
 * Returns the leg if the owner pays for the bump. The platform's cost needs no leg, because it
 * stays in the fees account.
 */
function ofOwner(bump: FeeBumpRow, leg: (cost: FeeBumpCost) => Transfer): Transfer[] {
  return bump.paidBy === "user" ? [leg(bump)] : [];
}

function sumOfOwner(bumps: readonly FeeBumpRow[]): bigint {
  const own = bumps.filter(({ paidBy }) => paidBy === "user");
  return own.reduce((sum, { costSats }) => sum + costSats, 0n);
}

/** Returns the number of the payment's current version. */
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
