/** Sums transfers for modules that replace their stored transfer ids with a sum. */
import { numberArray, uuidArray, type Queryable } from "#platform";

/** Returns one sum per group of ids, in satoshis or cents. Unknown ids are ignored. */
export async function transferSums(
  queryable: Queryable,
  groups: readonly (readonly string[])[],
): Promise<bigint[]> {
  const queries = groups.flatMap((ids, place) => ids.map((id) => ({ place, id })));
  const rows = await queryable.query<{ place: number; sum: bigint }>(
    `select place, sum(amount)::bigint as sum
     from unnest($1::int[], $2::uuid[]) as asked(place, id) join ledger_transfers using (id) group by place`,
    [numberArray(queries.map(({ place }) => place)), uuidArray(queries.map(({ id }) => id))],
  );
  const sumOf = new Map(rows.map(({ place, sum }) => [place, sum]));
  return groups.map((_, place) => sumOf.get(place) ?? 0n);
}
