/**
 * The message that an address's key signs. It names site, person, network and the time it is good
 * for, so that a signature is worth nothing anywhere else. One line of printable ASCII, at most 240
 * characters at a site of usual length: more some hardware wallets do not sign. The address is not
 * in it: the signature itself names the key.
 */
import { utcMinute } from "#platform";

export interface Challenged {
  /** Address of the site as its person reached it, `http://localhost:3000`. */
  readonly site: string;
  readonly userId: string;
  readonly network: string;
  readonly nonce: string;
  readonly expiresAt: Date;
}

export function challengeMessage(challenged: Challenged): string {
  const { site, userId, network, nonce, expiresAt } = challenged;
  return `Hashfloor (practice) at ${site}: this address is mine. Account ${userId}, ${network}, nonce ${nonce}, valid until ${utcMinute(expiresAt)}`;
}
