/**
 * The signer's own judgement of a transaction of the house of its own: every input and every output
 * is re-derived from the account as its own, so that nothing but the miner's fee can leave; that
 * has the cap which no fee exceeds, and a low rate. Pure.
 */
import { base64 } from "@scure/base";
import { Transaction } from "@scure/btc-signer";
import { GENESIS_HASHES } from "#bitcoin";
import { BUMPED_MINER_FEE_SATS_MAX } from "../books/bump-legs.ts";
import type { SelfTransferRow } from "../self-transfers/self-transfers-table.ts";
import type { SignedTransaction, SignSelfTransferRequest } from "./messages.ts";
import type { SigningAccount } from "./seed.ts";
import { checkInputs, checkOutputs, refuseUnless, signInputs } from "./sign-payment.ts";

/** Whoever posts a higher rate joins nothing. */
export const CONSOLIDATION_SATS_PER_VB_MAX = 20n;

/** Throws SignatureRefused. `transfer`: the row as the database has it. */
export function signSelfTransfer(
  account: SigningAccount,
  request: Pick<SignSelfTransferRequest, "psbt" | "genesisHash">,
  transfer: Pick<SelfTransferRow, "state" | "txid" | "minerFeeSats">,
): SignedTransaction {
  const { state, txid } = transfer;
  refuseUnless(
    request.genesisHash === GENESIS_HASHES[account.network],
    "the node is on another network",
  );
  refuseUnless(state === "chosen", `the transaction is ${state}`);
  const transaction = Transaction.fromPSBT(base64.decode(request.psbt));
  refuseUnless(transaction.outputsLength > 0, "nothing comes back");
  const inputSats = checkInputs(account, transaction);
  const minerFeeSats = inputSats - checkOutputs(account, transaction, []);
  refuseUnless(minerFeeSats === transfer.minerFeeSats, "the miner's fee is another one");
  refuseUnless(minerFeeSats > 0n, "the outputs exceed the inputs");
  refuseUnless(minerFeeSats <= BUMPED_MINER_FEE_SATS_MAX, "the miner's fee is above its cap");
  const signed = signInputs(account, transaction, minerFeeSats);
  refuseUnless(signed.txid === txid, "it is another transaction");
  const most = CONSOLIDATION_SATS_PER_VB_MAX * BigInt(signed.virtualSize);
  refuseUnless(minerFeeSats <= most, "coins are joined at low fees only");
  return signed;
}
