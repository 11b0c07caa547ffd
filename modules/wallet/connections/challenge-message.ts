/**
 * The message that an address's key signs. It contains site, user, network and expiry, so that the
 * signature is worthless anywhere else. It is one line of printable ASCII and has at most 240
 * characters for a site URL of usual length, because some hardware wallets do not sign longer
 * messages. The message omits the address, because the signature identifies the key.
 */
import { utcMinute } from "#platform";

export interface Challenged {
  /** URL of the site as the user reached it, for example `http://localhost:3000`. */
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
