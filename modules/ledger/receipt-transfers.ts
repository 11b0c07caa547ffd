/** Reads the transfers that a user's receipt contains. */
import { uuidArray, type Queryable } from "#platform";
import { ASSETS, CLASSES, type Asset } from "./accounts.ts";
import { codeName, type TransferCode } from "./codes.ts";

export interface ReceiptTransferSide {
  /** `own:available` or `own:held` for the user's accounts. */
  readonly account: string;
  /** Version of the user's account. Null for other accounts. */
  readonly version: bigint | null;
}

export interface ReceiptTransfer {
  readonly id: string;
  readonly at: Date;
  readonly code: TransferCode;
  readonly asset: Asset;
  readonly amount: bigint;
  readonly debit: ReceiptTransferSide;
  readonly credit: ReceiptTransferSide;
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly code: number;
  readonly asset: number;
  readonly amount: bigint;
  readonly debit: string;
  readonly debitVersion: bigint | null;
  readonly credit: string;
  readonly creditVersion: bigint | null;
}

const SIDES = (["debit", "credit"] as const)
  .map(
    (side) => `case when ${side}.user_id = $1
      then case ${side}.class when ${CLASSES.available} then 'own:available' else 'own:held' end
      else ${side}.name end as "${side}",
    case when ${side}.user_id = $1 then t.${side[0]}_ver end as "${side}Version"`,
  )
  .join(",\n");

/** SQL for the transfers that change an account of user `$1`. Other users' names stay hidden. */
const TRANSFERS = `select t.id, t.at, t.code, t.asset, t.amount, ${SIDES}
  from ledger_transfers t join ledger_accounts debit on debit.id = t.debit
    join ledger_accounts credit on credit.id = t.credit
  where (debit.user_id = $1 or credit.user_id = $1)
    and coalesce(debit.user_id, $1) = $1 and coalesce(credit.user_id, $1) = $1`;

/** Returns the user's transfers with this cause, oldest first. */
export async function transfersOfCause(
  queryable: Queryable,
  { userId, cause }: { readonly userId: string; readonly cause: string },
): Promise<ReceiptTransfer[]> {
  const rows = await queryable.query<Row>(`${TRANSFERS} and t.cause = $2 ${OLDEST_FIRST}`, [
    userId,
    cause,
  ]);
  return rows.map(asTransfer);
}

/** Returns those of the transfers that change an account of the user, oldest first. */
export async function transfersWithIds(
  queryable: Queryable,
  { userId, ids }: { readonly userId: string; readonly ids: readonly string[] },
): Promise<ReceiptTransfer[]> {
  if (ids.length === 0) return [];
  const rows = await queryable.query<Row>(
    `${TRANSFERS} and t.id = any((select $2::uuid[])::uuid[]) ${OLDEST_FIRST}`,
    [userId, uuidArray(ids)],
  );
  return rows.map(asTransfer);
}

/** Transfers of one event have the same time, and the versions have the order of the postings. */
const OLDEST_FIRST = `order by t.at, case when debit.user_id = $1 then t.d_ver end,
  case when credit.user_id = $1 then t.c_ver end`;

function asTransfer({ code, asset, debitVersion, creditVersion, ...row }: Row): ReceiptTransfer {
  return {
    id: row.id,
    at: row.at,
    code: codeName(code),
    asset: asset === ASSETS.BTC ? "BTC" : "USD",
    amount: row.amount,
    debit: { account: row.debit, version: debitVersion },
    credit: { account: row.credit, version: creditVersion },
  };
}
