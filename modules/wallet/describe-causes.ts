/** Describes a user's deposits and withdrawals for the account history. */
import { NOTHING_ABOUT, type About, type CauseSource } from "#ledger";
import type { Queryable } from "#platform";
import { confirmationsAt } from "./chain/chain-rules.ts";
import { readCursor } from "./chain/chain-table.ts";

interface Row {
  readonly cause: string;
  readonly state: string | null;
  readonly isFromFaucet: boolean;
  /** Null for a simulated payout or a deposit. */
  readonly address: string | null;
  readonly height: number | null;
  /** False for a simulated payout. */
  readonly isOnChain: boolean;
}

export const walletCauses: CauseSource = {
  causes: /^(wdr_|[0-9a-f]{64}:\d)/,
  async describe(queryable, query) {
    const rows = await rowsOf(queryable, query);
    const tip = await readCursor(queryable);
    return new Map(
      rows.map(({ cause, isFromFaucet, height, isOnChain, ...row }): [string, About] => {
        const confirmations = isOnChain ? confirmationsAt(tip?.height ?? 0, height) : null;
        const name = isFromFaucet ? "Test coins from the faucet" : null;
        return [cause, { ...NOTHING_ABOUT, ...row, name, confirmations, block: height }];
      }),
    );
  },
};

async function rowsOf(
  queryable: Queryable,
  { userId, causes }: { readonly userId: string; readonly causes: readonly string[] },
): Promise<Row[]> {
  return queryable.query<Row>(
    `select id as cause, false as "isFromFaucet", state, address, height, true as "isOnChain" from wallet_withdrawals
       where user_id = $1 and purpose = 'user' and id = any($2)
     union all
     select id, false, state, null, null, false from wallet_simulated_payouts where user_id = $1 and id = any($2)
     union all
     select asked.cause, starts_with(coalesce(d.withdrawal_id, ''), 'fct_'), null, null, d.height, true
       from unnest($2::text[]) as asked(cause)
         join wallet_deposits d on d.txid = split_part(asked.cause, ':', 1) and d.vout::text = split_part(asked.cause, ':', 2)
       where d.user_id = $1 and asked.cause like '%:%'`,
    [userId, causes],
  );
}
