/** What a person still has, in words: asked before a deletion, of every room that keeps something for people. */
import { openPositionsOf } from "#earn";
import { balancesOf } from "#ledger";
import { runningContractsOf } from "#mining";
import { BTC_DECIMALS, formatAmount, USD_DECIMALS } from "#money";
import type { Queryable } from "#platform";
import { countOwnedRigs } from "#shop";
import { isFrozen, openGrantsOf, openPaymentsOf, pendingSatsOf } from "#wallet";

/**
 * Empty when nothing is left. What is asked first may have become coins by the time of the last question (a deposit credited,
 * a contract paid), so nothing is said to be left only when there are no coins after all the other questions either.
 */
export async function belongingsOf(queryable: Queryable, userId: string): Promise<string[]> {
  const found = await ask(queryable, userId);
  return found.length > 0 ? found : coinsOf(queryable, userId);
}

async function ask(queryable: Queryable, userId: string): Promise<string[]> {
  const coins = await coinsOf(queryable, userId);
  const pendingSats = await pendingSatsOf(queryable, userId);
  const withdrawals = await openPaymentsOf(queryable, userId);
  const grants = await openGrantsOf(queryable, userId);
  const contracts = await runningContractsOf(queryable, userId);
  const positions = await openPositionsOf(queryable, userId);
  const rigs = await countOwnedRigs(queryable, userId);
  return [
    ...coins,
    pendingSats > 0n ? `${formatAmount(pendingSats, BTC_DECIMALS)} BTC on the way` : "",
    withdrawals > 0 ? counted(withdrawals, "open withdrawal") : "",
    grants > 0 ? counted(grants, "faucet grant on its way", "faucet grants on their way") : "",
    contracts > 0
      ? counted(contracts, "running contract or boost", "running contracts or boosts")
      : "",
    positions > 0
      ? counted(positions, "open investment or stake", "open investments or stakes")
      : "",
    rigs > 0
      ? counted(rigs, "machine that was not sold back", "machines that were not sold back")
      : "",
    (await isFrozen(queryable, userId)) ? "a debt from a deposit that was taken back" : "",
  ].filter((words) => words !== "");
}

async function coinsOf(queryable: Queryable, userId: string): Promise<string[]> {
  const { availableSats, heldSats, availableCents, heldCents } = await balancesOf(
    queryable,
    userId,
  );
  const sats = availableSats + heldSats;
  const cents = availableCents + heldCents;
  return [
    sats > 0n ? `${formatAmount(sats, BTC_DECIMALS)} BTC` : "",
    cents > 0n ? `${formatAmount(cents, USD_DECIMALS)} USD` : "",
  ].filter((words) => words !== "");
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
