/** The three statements a lane can send, from the quickest to the one that answers every case. */
import { numberArray } from "#platform";
import { batchSums, placesOf } from "./batch-sums.ts";
import { codeNumber } from "./codes.ts";
import { eventColumns } from "./event-columns.ts";
import type { Transfer, TransferEvent } from "./transfer.ts";

export interface Call {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * One plain transfer without a function around it. Both accounts change in one update and only when
 * both exist, are open and hold no pending money; if just one does, the zero-sum guard ends the
 * statement. No row inserted means nothing happened.
 */
const SINGLE = `with moved as (
    update ledger_accounts set balance = balance + case id when $2 then -$4::bigint else $4 end, version = version + 1
    where id in ($2, $3) and code <> 2 and not closed
    returning id, asset, balance, version
  )
  insert into ledger_transfers (id, event, debit, credit, amount, asset, code, kind, d_ver, d_bal, c_ver, c_bal, at, cause)
  select $1::uuid, $1, $2::bigint, $3::bigint, $4, d.asset, $5::smallint, 0, d.version, d.balance, c.version, c.balance,
    clock_timestamp(), $6
  from moved d, moved c where d.id = $2 and c.id = $3 and d.asset = c.asset`;

export function singleCall(leg: Transfer, ids: readonly number[]): Call {
  const [debit, credit] = ids;
  return {
    name: "ledger_single",
    text: SINGLE,
    values: [leg.id, debit, credit, leg.amount, codeNumber(leg.code), leg.cause ?? null],
  };
}

export function plainCall(
  events: readonly TransferEvent[],
  legs: readonly Transfer[],
  ids: readonly number[],
): Call {
  const places = placesOf(ids);
  const columns = eventColumns(events, legs);
  return functionCall("ledger_post_plain", [
    numberArray(places.accounts),
    columns.event,
    columns.id,
    numberArray(places.debit),
    numberArray(places.credit),
    columns.amount,
    columns.code,
    columns.cause,
    ...batchSums(places, legs),
  ]);
}

export function exactCall(
  events: readonly TransferEvent[],
  legs: readonly Transfer[],
  ids: readonly number[],
): Call {
  const places = placesOf(ids);
  const columns = eventColumns(events, legs);
  return functionCall("ledger_post_exact", [
    numberArray(places.accounts),
    columns.event,
    columns.id,
    numberArray(places.debit),
    numberArray(places.credit),
    columns.amount,
    columns.code,
    columns.kind,
    columns.pending,
    columns.cause,
  ]);
}

function functionCall(name: string, values: unknown[]): Call {
  const places = values.map((_, index) => `$${index + 1}`).join(", ");
  return { name, text: `select ${name}(${places}) as results`, values };
}
