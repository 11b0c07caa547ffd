/**
 * Reads the wallet's keys from a database backup: the seed, sealed with the signer's key, and the
 * last issued addresses. They suffice to find and move the coins without the database.
 */
import type { Network } from "#bitcoin";
import { masterKeyOf, StartError, type Queryable } from "#platform";
import { findKey } from "../chain/keys-table.ts";
import { listReceiveBranches, type ReceiveBranch } from "../chain/receive-branches.ts";
import { seedPlace, signingAccount, type SigningAccount } from "../signer/seed.ts";

export interface CopiedKeys {
  readonly sealedSeed: Buffer;
  readonly xpub: string;
  /** Index of the last deposit address on any branch. */
  readonly received: number;
  readonly change: number;
  /** Branches of deposit addresses other than branch 0, one per restore. */
  readonly receiveBranches: readonly ReceiveBranch[];
}

/** Reads the keys. Throws a StartError if the database has no wallet for the network. */
export async function readKeys(queryable: Queryable, network: Network): Promise<CopiedKeys> {
  const key = await findKey(queryable, network);
  if (!key)
    throw new StartError(`BITCOIN_NETWORK: this installation has no wallet for ${network}.`);
  const [issued] = await queryable.query<Pick<CopiedKeys, "received" | "change">>(
    `select (select last_value from wallet_deposit_index)::int as received,
       (select last_value from wallet_change_index)::int as change`,
  );
  if (!issued) throw new Error("the database returned no addresses");
  const receiveBranches = await listReceiveBranches(queryable);
  return { sealedSeed: key.sealedSeed, xpub: key.xpub, ...issued, receiveBranches };
}

/** Decrypts the sealed seed. Throws a StartError if it was sealed with a different signer key. */
export function openCopiedKeys(
  { sealedSeed, xpub }: Pick<CopiedKeys, "sealedSeed" | "xpub">,
  { network, signerKey }: { readonly network: Network; readonly signerKey: Buffer },
): SigningAccount {
  const account = signingAccount(unseal(sealedSeed, network, signerKey), network);
  if (account.xpub !== xpub)
    throw new StartError("The seed does not match the wallet's public key.");
  return account;
}

function unseal(sealedSeed: Buffer, network: Network, signerKey: Buffer): Buffer {
  try {
    return masterKeyOf(signerKey).unseal(sealedSeed, seedPlace(network));
  } catch (cause) {
    throw new StartError(
      "This signer-key did not seal the wallet's seed. Use the signer-key of the same installation.",
      {
        cause,
      },
    );
  }
}
