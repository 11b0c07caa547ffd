/**
 * A user asks for a withdrawal. The form's rules, the security code, the row and the hold commit together, once per
 * idempotency key; the sender takes it from there. A wrong code is counted even though nothing is withdrawn.
 */
import { withdrawalLimits } from "#api-schema/limits";
import { parseAddress } from "#bitcoin";
import { balancesOf } from "#ledger";
import { BTC_DECIMALS, formatAmount } from "#money";
import { deliver } from "#notifications";
import {
  failpoint,
  newId,
  Refusal,
  runOnce,
  type DatabaseTransaction,
  type IdempotentRequest,
} from "#platform";
import { checkSecurityCode } from "#users";
import { findAddresses } from "./addresses-table.ts";
import { readCursor } from "./chain-table.ts";
import { owedSatsOf } from "./debts-table.ts";
import { isTooLittle, openWithdrawal } from "./open-withdrawal.ts";
import type { WalletParts } from "./parts.ts";
import { pauseReasonOf } from "./pause-reason.ts";
import { presentWithdrawal, type PresentedWithdrawal } from "./present-withdrawal.ts";
import { refuse } from "./refusals.ts";
import { CODE_PURPOSE } from "./send-code.ts";
import { checkWithdrawal, type WithdrawalForm } from "./withdrawal-rules.ts";
import { findWithdrawal } from "./withdrawals-table.ts";
import { SENDER } from "./worker-names.ts";

type Parts = Pick<WalletParts, "database" | "account" | "clock" | "bus">;

export interface WithdrawalRequest extends WithdrawalForm {
  readonly userId: string;
  readonly idempotency: IdempotentRequest;
}

/** Throws Refusals in the order of `checkWithdrawal`, then for a pause, a debt, and last for the code. */
export async function requestWithdrawal(
  parts: Parts,
  request: WithdrawalRequest,
): Promise<PresentedWithdrawal> {
  const { database, bus } = parts;
  const { userId } = request;
  failpoint("wallet.asked");
  const outcome = await runOnce(database, request.idempotency, async (tx) => {
    const codeRefusal = await checkAll(tx, parts, request);
    return codeRefusal === undefined ? { accepted: await open(tx, parts, request) } : codeRefusal;
  }).catch((error: unknown) => {
    throw isTooLittle(error) ? refuse.insufficient_funds() : error;
  });
  failpoint("wallet.approved");
  if (!("accepted" in outcome)) throw refuse.security_code_wrong();
  bus.publish("me", { userId, what: "balances" });
  bus.publish("me", { userId, what: "withdrawals" });
  bus.publish("me", { userId, what: "mailbox" });
  bus.publish("wake", { worker: SENDER });
  return outcome.accepted;
}

/** A wrong code comes back as a value, so that the miss it counted is committed; everything else is thrown. */
async function checkAll(
  tx: DatabaseTransaction,
  { account, clock }: Parts,
  request: WithdrawalRequest,
): Promise<{ readonly isCodeWrong: true } | undefined> {
  const { userId, code } = request;
  const { network } = account;
  const { availableSats } = await balancesOf(tx, userId);
  const { feeSats } = withdrawalLimits;
  const destination = checkWithdrawal(request, { network, availableSats, feeSats });
  if (destination instanceof Refusal) throw destination;
  const known = (await findAddresses(tx, [destination.scriptHex])).get(destination.scriptHex);
  if (known && known.purpose !== "deposit") throw refuse.own_change_address({ network });
  await refuseWhilePaused(tx, userId);
  const verdict = await checkSecurityCode(tx, {
    userId,
    purpose: CODE_PURPOSE,
    code,
    now: clock.now(),
  });
  return verdict === "ok" ? undefined : { isCodeWrong: true };
}

async function refuseWhilePaused(tx: DatabaseTransaction, userId: string): Promise<void> {
  const owed = await owedSatsOf(tx, userId);
  if (owed > 0n) throw refuse.account_frozen({ owed: formatAmount(owed, BTC_DECIMALS) });
  const reason = pauseReasonOf(await readCursor(tx));
  if (reason !== undefined) throw refuse.withdrawals_paused({ reason });
}

async function open(
  tx: DatabaseTransaction,
  { account, clock }: Parts,
  { userId, amountSats, walletAddress }: WithdrawalRequest,
): Promise<PresentedWithdrawal> {
  const { network } = account;
  const destination = parseAddress(network, walletAddress);
  if (!destination.ok) throw refuse.invalid_address({ reason: destination.text });
  const now = clock.now();
  const id = newId("wdr", now);
  await deliver(tx, {
    userId,
    template: "withdrawal_requested",
    values: {
      amountBtc: formatAmount(amountSats, BTC_DECIMALS),
      method: "Wallet",
      to: destination.address,
      withdrawalId: id,
    },
    now,
  });
  await openWithdrawal(tx, {
    id,
    purpose: "user",
    userId,
    method: "wallet",
    network,
    address: destination.address,
    scriptHex: destination.scriptHex,
    amountSats,
    feeSats: withdrawalLimits.feeSats,
    requestedAt: now,
  });
  const row = await findWithdrawal(tx, id);
  if (!row) throw new Error(`${id} vanished`);
  return presentWithdrawal(row, 0);
}
