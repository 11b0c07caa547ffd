/**
 * Returns the platform's coins for administrators. All figures are read in one snapshot, because
 * figures from different moments would not add up.
 */
import { fundNow } from "#earn";
import {
  accountClasses,
  clearingAccount,
  houseAccount,
  roundingAccount,
  type AccountClass,
} from "#ledger";
import type { Clock, Database, DatabaseTransaction } from "#platform";
import { countCover, liabilitiesOf, type Liability, type Treasury } from "#treasury";
import { chainStatus, coinsAndBooks, listOwnerlessDeposits } from "#wallet";

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly treasury: Treasury;
}

/** Maximum number of deposits to addresses of deleted accounts to return, newest first. */
const LEFT_SHOWN = 20;

export function getTreasury({ database, clock, treasury }: Deps) {
  const now = clock.now();
  return database.transaction(async (tx) => {
    await tx.query("set transaction isolation level repeatable read, read only");
    const classes = await accountClasses(tx);
    const cover = await countCover(tx, treasury, now);
    const liabilities = await liabilitiesOf(tx, treasury, now);
    return {
      at: now,
      house: houseAccounts(classes),
      liabilities,
      reserve: await reserveNow(tx, liabilities),
      cover: { ...cover, isCovered: cover.marginSats >= 0n },
      conversion: {
        clearing: both(classes, clearingAccount),
        rounding: both(classes, roundingAccount),
      },
      wallet: await walletAgainstBooks(tx),
      left: await listOwnerlessDeposits(tx, LEFT_SHOWN),
      trialBalance: { assets: balanceByAsset(classes), classes },
    };
  });
}

function houseAccounts(classes: readonly AccountClass[]) {
  const house = (name: Parameters<typeof houseAccount>[0]) =>
    both(classes, (asset) => houseAccount(name, asset));
  return {
    treasury: house("treasury"),
    mining: house("mining"),
    earnFunding: house("earn-funding"),
    faucet: house("faucet"),
    fees: house("fees"),
    receivable: house("receivable"),
    forex: house("forex"),
    forexAdvance: house("forex-advance"),
    forexLoss: house("forex-loss"),
  };
}

/** Returns an account in BTC and USD. The account's balance is either debit or credit. */
function both(classes: readonly AccountClass[], nameOf: (asset: "BTC" | "USD") => string) {
  const of = (asset: "BTC" | "USD") => classes.find(({ name }) => name === nameOf(asset));
  const [btc, usd] = [of("BTC"), of("USD")];
  return {
    sats: (btc?.credits ?? 0n) - (btc?.debits ?? 0n),
    cents: (usd?.credits ?? 0n) - (usd?.debits ?? 0n),
    isUsed: (btc?.transfers ?? 0n) + (usd?.transfers ?? 0n) > 0n,
  };
}

async function reserveNow(tx: DatabaseTransaction, liabilities: readonly Liability[]) {
  const { reservedSats, fundingSats, targetSats } = await fundNow(tx);
  const setAside = liabilities.filter(({ isSetAside }) => isSetAside);
  const promisedSats = setAside.reduce((sum, { owedSats }) => sum + owedSats, 0n);
  return { promisedSats, lockedSats: reservedSats, freeSats: fundingSats, targetSats };
}

async function walletAgainstBooks(tx: DatabaseTransaction) {
  const chain = await chainStatus(tx);
  if (!chain) return null;
  const { unexplainedSats, reconciledHeight, reconciledAt, pausedReason } = chain;
  const { hotSats, coldSats, ...coins } = await coinsAndBooks(tx);
  const unspentSats = hotSats + coldSats;
  return { ...coins, unspentSats, unexplainedSats, reconciledHeight, reconciledAt, pausedReason };
}

function balanceByAsset(classes: readonly AccountClass[]) {
  return (["BTC", "USD"] as const).map((asset) => {
    const lines = classes.filter((line) => line.asset === asset);
    const debits = lines.reduce((sum, line) => sum + line.debits, 0n);
    const credits = lines.reduce((sum, line) => sum + line.credits, 0n);
    return { asset, debits, credits, isBalanced: debits === credits };
  });
}
