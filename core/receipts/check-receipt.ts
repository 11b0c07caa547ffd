/** Checks that hold for every kind of receipt. Pure. */
import { isSame, parseVkey } from "#log";
import { failed, notChecked, ok, type Check } from "./check.ts";
import { NETWORKS } from "./networks.ts";
import type { Receipt, ReceiptInstallation } from "./receipt.ts";

/** The installation of the page or command that checks the file. */
export interface OwnInstallation {
  readonly network: string;
  /** Key of the public log as a C2SP verifier key. */
  readonly log: string;
}

/**
 * `page` is the installation that the reader trusts to name itself, or undefined without a
 * connection to it.
 */
export function checkInstallation(
  installation: ReceiptInstallation,
  page: OwnInstallation | undefined,
): Check {
  const name = "installation";
  const { site, network, genesisHash } = installation;
  if (NETWORKS[network].genesisHash !== genesisHash)
    return failed(name, `${genesisHash} is not the genesis block of ${network}`);
  if (!page)
    return notChecked(name, `it names ${site}, but no installation was read to compare it with`);
  if (network !== page.network)
    return failed(name, `the receipt belongs to another installation, which is on ${network}`);
  const [key, own] = [parseVkey(installation.log), parseVkey(page.log)];
  // One installation can have several addresses, but its log always has the same key.
  if (!key || !own || !isSame(key.publicKey, own.publicKey))
    return failed(name, `the receipt belongs to another installation, ${site}`);
  return ok(name, `${site} on ${network}`);
}

/** Checks the order of the user's entries. A version counts the transfers of one account. */
export function checkVersions({ transfers }: Receipt): Check {
  const name = "entry versions";
  const versions = new Map<string, number>();
  const sides = transfers.flatMap(({ id, asset, debit, credit }) => [
    { id, asset, ...debit },
    { id, asset, ...credit },
  ]);
  for (const { id, asset, account, version } of sides) {
    if (version === null) continue;
    const key = `${account} ${asset}`;
    const before = versions.get(key) ?? 0;
    if (version <= before)
      return failed(name, `transfer ${id} has version ${version} of ${account} after ${before}`);
    versions.set(key, version);
  }
  if (new Set(transfers.map(({ id }) => id)).size < transfers.length)
    return failed(name, "a transfer is listed twice");
  return transfers.length === 0
    ? notChecked(name, "the receipt has no transfers")
    : ok(name, `the versions of ${transfers.length} transfers are in order`);
}
