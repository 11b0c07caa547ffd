/** One transfer of the ledger as a leaf of a ledger digest. */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical-json.ts";

/** A transfer without personal data. */
export interface LoggedTransfer {
  /** UUID with 74 random bits, so that an unknown leaf cannot be guessed from its hash. */
  readonly id: string;
  readonly at: Date;
  /** Name of the reason, such as `withdrawal`. */
  readonly code: string;
  readonly kind: "plain" | "pending" | "post" | "void" | "release";
  readonly asset: "BTC" | "USD";
  /** Satoshis or cents. */
  readonly amount: bigint;
  /** The account that pays: its name, or `user:` and a number for an account of a user. */
  readonly debit: string;
  /** Number of this entry in the account that pays. Entries are numbered from 1 without gaps. */
  readonly debitVersion: bigint;
  readonly credit: string;
  readonly creditVersion: bigint;
}

/**
 * Returns the bytes of the leaf: canonical JSON with the fields `amount`, `asset`, `at`, `code`,
 * `credit`, `creditVersion`, `debit`, `debitVersion`, `id` and `kind`. The amount and the versions
 * are decimal texts, and the time is RFC 3339 in UTC with milliseconds.
 */
export function transferLeaf(transfer: LoggedTransfer): Uint8Array {
  const { id, at, code, kind, asset, amount, debit, credit } = transfer;
  return utf8ToBytes(
    canonicalJson({
      id,
      at: at.toISOString(),
      code,
      kind,
      asset,
      amount: String(amount),
      debit,
      debitVersion: String(transfer.debitVersion),
      credit,
      creditVersion: String(transfer.creditVersion),
    }),
  );
}
