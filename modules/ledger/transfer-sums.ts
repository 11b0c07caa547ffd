/** What transfers came to, for a module that kept their ids and will keep their sum instead. */
import { numberArray, uuidArray, type Queryable } from "#platform";

/** In satoshis or cents, one sum for each group of ids; an id that the books lack adds nothing. */
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
