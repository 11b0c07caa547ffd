/**
 * Checks an output to the cold wallet in the signer process. Two people must have set the
 * descriptor, and the signer derives the output's script itself.
 */
import { hex } from "@scure/base";
import type { Transaction } from "@scure/btc-signer";
import type { Queryable } from "#platform";
import { findColdPlace } from "../cold/cold-addresses-table.ts";
import { findColdMove, type ColdMove } from "../cold/cold-moves-table.ts";
import { findDescriptor, isSetByTwo, type DescriptorRow } from "../cold/descriptors-table.ts";
import { parseDescriptor } from "../cold/descriptor.ts";
import type { SigningAccount } from "./seed.ts";
import { checkChange, refuseUnless, SignatureRefused } from "./sign-payment.ts";

export interface ColdPayout {
  readonly move: Pick<ColdMove, "scriptHex" | "amountSats">;
  readonly descriptor: DescriptorRow;
  /** Index of the output's script in the descriptor. */
  readonly index: number;
}

/**
 * Reads the transfer to the cold wallet from the database. Returns undefined if the coins stay in
 * the hot wallet. Throws SignatureRefused if the transfer is invalid.
 */
export async function coldPayoutOf(
  queryable: Queryable,
  selfTransferId: string,
): Promise<ColdPayout | undefined> {
  const move = await findColdMove(queryable, selfTransferId);
  if (!move) return undefined;
  const place = await findColdPlace(queryable, move.scriptHex);
  const descriptor = place && (await findDescriptor(queryable, place.descriptorId));
  if (!descriptor)
    throw new SignatureRefused("no descriptor of the cold wallet contains the address");
  return { move, descriptor, index: place.index };
}

/**
 * Checks the outputs and returns their sum. The first output pays the cold wallet; the rest are
 * change.
 */
export function coldOutputSats(
  account: SigningAccount,
  transaction: Transaction,
  { move, descriptor, index }: ColdPayout,
): bigint {
  refuseUnless(isSetByTwo(descriptor), "two people have not set the descriptor");
  refuseUnless(descriptor.network === account.network, "the descriptor is for another network");
  const parsed = parseDescriptor(descriptor.descriptor, account);
  const { scriptHex } = parsed.derive(index);
  refuseUnless(scriptHex === move.scriptHex, "the descriptor has another address");
  let sum = 0n;
  for (let place = 0; place < transaction.outputsLength; place += 1) {
    const { script, amount, bip32Derivation } = transaction.getOutput(place);
    if (!script || amount === undefined) throw new SignatureRefused("an incomplete output");
    const paid = hex.encode(script);
    if (place === 0) {
      refuseUnless(paid === scriptHex, "an output pays another address");
      refuseUnless(amount === move.amountSats, "an output pays another amount");
    } else checkChange(account, bip32Derivation, paid);
    sum += amount;
  }
  return sum;
}
