/**
 * SQL expression for the cents that a transfer of funds contributed to an account, for rows of
 * `forex_transactions` with the alias `moved`. Includes the conversion cost, which therefore counts
 * as part of the result.
 */
export const PUT_IN_CENTS = `moved.amount_cents + coalesce((moved.detail ->> 'costCents')::bigint,
  ceil((moved.detail ->> 'costSats')::numeric * (moved.detail ->> 'centsPerBtc')::numeric / 100000000)::bigint, 0)`;
