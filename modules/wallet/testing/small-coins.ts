/**
 * Creates small coins with enough confirmations for a consolidation, and sets the consolidation
 * limits.
 */
import type { Installation } from "./installation.ts";

const DEEP_ENOUGH = 101;

export async function plantSmallCoins(
  installation: Installation,
  { count, sats }: { readonly count: number; readonly sats: bigint },
): Promise<void> {
  const { outside, node, wallet } = installation;
  const output = { address: wallet.treasuryAddress, amountSats: sats };
  const payment = outside.pay(Array.from({ length: count }, () => output));
  await node.sendRawTransaction(payment.rawHex);
  await installation.mine(DEEP_ENOUGH);
}

export async function postConsolidation(
  { database }: Pick<Installation, "database">,
  terms: { readonly rateMax?: number; readonly coins?: number } = {},
): Promise<void> {
  const { rateMax = 3, coins = 20 } = terms;
  await database.query(
    `insert into wallet_terms (id, subject, terms, valid_from, source, set_by)
     values (gen_random_uuid()::text, 'consolidation', $1, clock_timestamp(), 'A test', 'Hashfloor')`,
    [{ rateMax: String(rateMax), coins: String(coins), small: "1000000" }],
  );
}
