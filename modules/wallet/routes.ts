/** HTTP handlers of the wallet. They call use cases and convert the results for the API. */
import type { Handlers, RouteRequest } from "#api/route";
import type { PayoutField } from "#api/payout-accounts";
import type { walletApi } from "#api/wallet";
import { requireStepUp } from "#users";
import { getFeeBumpOffer } from "./fee-bumps/get-fee-bump-offer.ts";
import { requestFeeBump } from "./fee-bumps/request-fee-bump.ts";
import { pathText } from "./chain/account.ts";
import type { AddressRow } from "./chain/addresses-table.ts";
import { CONFIRMATIONS } from "./chain/chain-rules.ts";
import {
  currentDepositAddress,
  newDepositAddress,
  paymentUri,
} from "./deposits/deposit-address.ts";
import { faucetState, openFaucet } from "./faucet/faucet.ts";
import { getDeposit, getWithdrawal, listDeposits, listWithdrawals } from "./lists.ts";
import { openOverview } from "./overview.ts";
import type { WalletDeps } from "./deps.ts";
import { getChainTransaction, getTransaction } from "./tracker/get-transaction.ts";
import { cancelWithdrawal } from "./withdrawals/cancel-withdrawal.ts";
import { openWithdrawals } from "./withdrawals/open-withdrawals.ts";
import { requireOwner } from "./withdrawals/require-owner.ts";
import { sendWithdrawalCode } from "./withdrawals/send-code.ts";
import { withdrawalTerms } from "./withdrawals/withdrawal-terms.ts";

export function walletRoutes(deps: WalletDeps): Handlers<typeof walletApi> {
  const { database, account } = deps;
  const giveCoins = openFaucet(deps);
  const withdraw = openWithdrawals(deps);
  const overviewOf = openOverview(deps.accrued);

  const presentAddress = ({ address, branch, index, createdAt }: AddressRow) => ({
    address,
    network: account.network,
    uri: paymentUri(address),
    derivationPath: pathText(branch, index),
    createdAt,
    confirmationsRequired: CONFIRMATIONS,
  });

  return {
    getWallet: ({ caller: { userId } }) => overviewOf(database, userId),
    getDepositAddress: async ({ caller }) =>
      presentAddress(await currentDepositAddress(deps, caller)),
    newDepositAddress: async ({ caller }) => presentAddress(await newDepositAddress(deps, caller)),
    listDeposits: ({ caller, query }) => listDeposits(deps, pageOf(caller.userId, query)),
    getDeposit: ({ caller: { userId }, params: { depositId } }) =>
      getDeposit(deps, { userId, depositId }),
    getFaucet: ({ caller: { userId }, ip, isLocal }) =>
      faucetState(deps, { userId, origin: { ip, isLocal } }),
    requestFaucet: ({ caller: { userId }, body: { amountSats }, idempotency, ip, isLocal }) =>
      giveCoins({ userId, origin: { ip, isLocal }, amountSats, request: idempotency }),
    getWithdrawalTerms: ({ caller }) => withdrawalTerms(deps, caller),
    sendWithdrawalCode: async ({ caller, body }) => {
      await requireOwner(deps, caller);
      const { userId, email } = caller;
      return sendWithdrawalCode(deps, { userId, email, withdrawal: body ?? undefined });
    },
    createWithdrawal: async ({ caller, body, idempotency, ip, userAgent }) => {
      const isKey = "keyId" in caller;
      if (!isKey) await requireOwner(deps, caller);
      return withdraw({
        userId: caller.userId,
        keyName: isKey ? caller.keyName : undefined,
        method: body.method,
        amountSats: body.amountSats,
        code: body.code,
        passkey: body.passkey,
        feeSats: body.feeSats,
        walletAddress: body.walletAddress ?? "",
        account: typedAccount(body),
        idempotency,
        visitor: { ip, userAgent },
      });
    },
    listWithdrawals: ({ caller, query }) => listWithdrawals(deps, pageOf(caller.userId, query)),
    getWithdrawal: ({ caller: { userId }, params: { withdrawalId } }) =>
      getWithdrawal(deps, { userId, withdrawalId }),
    cancelWithdrawal: ({ caller: { userId }, params: { withdrawalId } }) =>
      cancelWithdrawal(deps, { userId, withdrawalId }),
    getBumpOffer: ({ caller: { userId }, params: { withdrawalId } }) =>
      getFeeBumpOffer(deps, { withdrawalId, userId }),
    bumpWithdrawal: async ({ caller, params, body, idempotency }) => {
      await requireStepUp(deps, caller);
      const { userId: requestedBy } = caller;
      return requestFeeBump(deps, {
        ...params,
        ...body,
        requestedBy,
        paidBy: "user",
        idempotency,
      });
    },
    getTransaction: ({ caller: { userId }, params: { txId } }) =>
      getTransaction(deps, { id: txId, userId }),
    getChainTransaction: ({ params: { txid } }) => getChainTransaction(deps, { id: txid }),
  };
}

/** Returns the payout account with only the fields that the request contained. */
function typedAccount(
  body: RouteRequest<(typeof walletApi)["createWithdrawal"]>["body"],
): Partial<Record<PayoutField, string>> {
  const { accountHolder, accountNumber, routingNumber, paypalEmail, cashtag } = body;
  return Object.fromEntries(
    Object.entries({ accountHolder, accountNumber, routingNumber, paypalEmail, cashtag }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

type PageQuery = RouteRequest<(typeof walletApi)["listDeposits"]>["query"];

function pageOf(userId: string, { cursor, limit }: PageQuery) {
  return { userId, cursor, limit };
}
