/** Checks the receipts of deposits and withdrawals. Pure. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { checkChainProof } from "./chain-proof.ts";
import { failed, ok, type Check } from "./check.ts";
import type { Payment, Receipt, ReceiptTransfer, WithdrawalReceipt } from "./receipt.ts";

export function checkWithdrawal(receipt: Receipt, withdrawal: WithdrawalReceipt): Check[] {
  const { amountSats, feeSats, address } = withdrawal;
  const { network } = receipt.installation;
  return [
    checkSpent(receipt, withdrawal),
    checkApprovals(receipt, withdrawal),
    ...checkChainProof(withdrawal.chain, {
      network,
      address,
      amountSats: BigInt(amountSats) - BigInt(feeSats),
    }),
  ];
}

export function checkDeposit(receipt: Receipt, deposit: Payment): Check[] {
  const { amountSats, address, chain } = deposit;
  const { network } = receipt.installation;
  return [
    checkCredited(receipt, deposit),
    ...checkChainProof(chain, { network, address, amountSats: BigInt(amountSats) }),
  ];
}

/** Checks that the user's accounts lost the amount, and that nothing is still held. */
function checkSpent({ transfers }: Receipt, withdrawal: WithdrawalReceipt): Check {
  const name = "ledger";
  const { amountSats, bumpSats } = withdrawal;
  const spent = BigInt(amountSats) + BigInt(bumpSats);
  const net = netOf(transfers, "own:available") + netOf(transfers, "own:held");
  if (transfers.some(({ asset }) => asset !== "BTC"))
    return failed(name, "a transfer is not in bitcoin");
  if (net !== -spent)
    return failed(name, `the transfers take ${-net} sat from the user, not ${spent} sat`);
  if (netOf(transfers, "own:held") !== 0n)
    return failed(name, `the transfers leave ${netOf(transfers, "own:held")} sat held`);
  return ok(name, `${transfers.length} transfers take ${spent} sat from the user`);
}

function checkCredited({ transfers }: Receipt, { amountSats, chain }: Payment): Check {
  const name = "ledger";
  const credit = transfers.findLast(
    ({ code, credit: side, debit }) =>
      (code === "deposit" || code === "coinbase") &&
      side.account === "own:available" &&
      debit.account === "chain",
  );
  if (!credit || credit.asset !== "BTC")
    return failed(name, "no transfer credits the deposit to the user");
  if (credit.amount !== amountSats)
    return failed(name, `the transfer credits ${credit.amount} sat, not ${amountSats} sat`);
  return ok(name, `output ${chain.outputIndex} was credited with ${amountSats} sat`);
}

/**
 * Recomputes the hash of the details that were approved. An administrator signs off exactly these
 * details.
 */
function checkApprovals(
  { id, installation: { network } }: Receipt,
  { address, amountSats, feeSats, approvals }: WithdrawalReceipt,
): Check {
  const name = "approvals";
  const text = ["withdrawal", id, network, address, amountSats, feeSats].join("\n");
  if (bytesToHex(sha256(utf8ToBytes(text))) !== approvals.hash)
    return failed(name, "the approved details are not those of this withdrawal");
  if (approvals.given < approvals.required)
    return failed(name, `${approvals.given} of ${approvals.required} approvals were given`);
  return ok(
    name,
    approvals.required === 0
      ? "no administrator had to approve it"
      : `${approvals.given} administrators approved these details`,
  );
}

/** Returns what an account gained from the transfers. */
function netOf(transfers: readonly ReceiptTransfer[], account: string): bigint {
  return transfers.reduce((sum, { amount, debit, credit }) => {
    const gained = credit.account === account ? BigInt(amount) : 0n;
    const lost = debit.account === account ? BigInt(amount) : 0n;
    return sum + gained - lost;
  }, 0n);
}
