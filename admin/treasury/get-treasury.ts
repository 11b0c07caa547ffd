/**
 * The house's money as administrators read it. Everything is read in one snapshot: figures of
 * different moments would not add up, and a page that asks whether the books are whole must not be
 * the reason that they seem not to be.
 */
import { fundNow, listProducts, promisesByProduct } from "#earn";
import {
  accountClasses,
  clearingAccount,
  houseAccount,
  roundingAccount,
  type AccountClass,
} from "#ledger";
import type { Clock, Database, DatabaseTransaction } from "#platform";
import { payCover, type Treasury } from "#treasury";
import { chainStatus, coinsAndBooks } from "#wallet";

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly treasury: Treasury;
}

export function getTreasury({ database, clock, treasury }: Parts) {
  const now = clock.now();
  return database.transaction(async (tx) => {
    await tx.query("set transaction isolation level repeatable read, read only");
    const classes = await accountClasses(tx);
    const cover = await payCover(tx, treasury, now);
    return {
      at: now,
      house: houseAccounts(classes),
      earn: await earnReserves(tx, clock),
      miningCover: { ...cover, isCovered: cover.marginSats >= 0n },
      conversion: {
        clearing: both(classes, clearingAccount),
        rounding: both(classes, roundingAccount),
      },
      wallet: await walletAgainstBooks(tx),
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
    forexAdvance: house("forex-advance"),
    forexLoss: house("forex-loss"),
  };
}

/**
 * One account in both assets. Credits and debits of a single account are its balance, on one side
 * or the other.
 */
function both(classes: readonly AccountClass[], nameOf: (asset: "BTC" | "USD") => string) {
  const of = (asset: "BTC" | "USD") => classes.find(({ name }) => name === nameOf(asset));
  const [btc, usd] = [of("BTC"), of("USD")];
  return {
    sats: (btc?.credits ?? 0n) - (btc?.debits ?? 0n),
    cents: (usd?.credits ?? 0n) - (usd?.debits ?? 0n),
    isUsed: (btc?.transfers ?? 0n) + (usd?.transfers ?? 0n) > 0n,
  };
}

async function earnReserves(tx: DatabaseTransaction, clock: Clock) {
  const { products } = await listProducts({ database: tx, clock });
  const promises = await promisesByProduct(tx);
  const fund = await fundNow(tx);
  return {
    products: products.map(({ product, closedReason }) => {
      const promised = promises.find(({ productId }) => productId === product.id);
      return {
        productId: product.id,
        name: product.name,
        positions: promised?.positions ?? 0,
        principalSats: promised?.principalSats ?? 0n,
        promisedSats: promised?.promisedSats ?? 0n,
        closedReason,
      };
    }),
    promisedSats: promises.reduce((sum, { promisedSats }) => sum + promisedSats, 0n),
    lockedSats: fund.reservedSats,
    freeSats: fund.fundingSats,
    targetSats: fund.targetSats,
  };
}

async function walletAgainstBooks(tx: DatabaseTransaction) {
  const chain = await chainStatus(tx);
  if (!chain) return null;
  const { unexplainedSats, reconciledHeight, reconciledAt, pausedReason } = chain;
  const coins = await coinsAndBooks(tx);
  return { ...coins, unexplainedSats, reconciledHeight, reconciledAt, pausedReason };
}

function balanceByAsset(classes: readonly AccountClass[]) {
  return (["BTC", "USD"] as const).map((asset) => {
    const lines = classes.filter((line) => line.asset === asset);
    const debits = lines.reduce((sum, line) => sum + line.debits, 0n);
    const credits = lines.reduce((sum, line) => sum + line.credits, 0n);
    return { asset, debits, credits, isBalanced: debits === credits };
  });
}
