/** Defines the names of ledger accounts, and opens user accounts. */
import type { DatabaseTransaction } from "#platform";

export type Asset = "BTC" | "USD";

export const ASSETS = { BTC: 1, USD: 2 } as const;

/**
 * Account classes and their numbers in the database. The class `house` and all later classes belong
 * to no user.
 */
export const CLASSES = {
  available: 1,
  held: 2,
  house: 3,
  outside: 4,
  clearing: 5,
  rounding: 6,
  reserve: 7,
} as const;

/** Name of an account, for example `user:<uuid>:available:BTC`, `house:treasury:USD`, `chain`. */
export type AccountName = string;

export type HouseAccount =
  | "treasury"
  | "faucet"
  | "fees"
  | "mining"
  | "earn-funding"
  | "forex"
  | "forex-advance"
  | "forex-loss"
  | "receivable";

export function userAccount(userId: string, part: "available" | "held", asset: Asset): AccountName {
  return `user:${userId}:${part}:${asset}`;
}

export function houseAccount(name: HouseAccount, asset: Asset): AccountName {
  return `house:${name}:${asset}`;
}

/**
 * Returns the account that represents the world outside the ledger: `chain` in BTC, `issuer` in
 * USD.
 */
export function outsideAccount(name: "chain" | "issuer"): AccountName {
  return name;
}

export function clearingAccount(asset: Asset): AccountName {
  return `clearing:${asset}`;
}

export function roundingAccount(asset: Asset): AccountName {
  return `rounding:${asset}`;
}

/**
 * Returns the account that holds the BTC reserved for a product's obligations, for example `earn`.
 */
export function reserveAccount(product: string): AccountName {
  return `reserve:${product}`;
}

/**
 * Opens a user's four accounts (available and held, in BTC and USD) unless they already exist.
 * `userId` is a UUID.
 */
export async function openUserAccounts(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.query("select ledger_open_accounts($1)", [userId]);
}
