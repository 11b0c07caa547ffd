/**
 * The message that the platform signs for every output script that it controls. It begins with
 * words that no other message of the platform begins with, and every part has a fixed format, so
 * that the signature cannot be used for another purpose, site, network or proof. It is one line of
 * printable ASCII, because some hardware wallets sign nothing else.
 */
export interface ReservesFacts {
  /** Origin of the installation, for example `https://practice.example`. */
  readonly site: string;
  readonly network: string;
  /** Block at which the outputs and the liabilities were read. */
  readonly height: number;
  readonly blockHash: string;
  /** Root of the proof of liabilities. */
  readonly root: string;
}

const SITE = /^https?:\/\/[a-z0-9._:[\]-]{1,255}$/;
const NETWORK = /^[a-z0-9]{1,16}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Throws a RangeError if a fact does not have its format. */
export function reservesMessage({ site, network, height, blockHash, root }: ReservesFacts): string {
  const isHeight = Number.isInteger(height) && height >= 0 && height < 2 ** 31;
  const isGood = SITE.test(site) && NETWORK.test(network) && isHeight;
  if (!isGood || !HASH.test(blockHash) || !HASH.test(root))
    throw new RangeError("a fact of the message about reserves has a wrong format");
  return `Hashfloor (practice) reserves of ${site} on ${network}, block ${height} ${blockHash}, liabilities ${root}`;
}
