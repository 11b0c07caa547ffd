/**
 * The message that an address's key signs. It names site, user, network and expiry, so that the
 * signature is worthless anywhere else. It is one line of printable ASCII and has at most 240
 * characters for a site address of usual length, because some hardware wallets do not sign more.
 * The address is not in it, because the signature identifies the key.
 */
import { utcMinute } from "#platform";

export interface Challenged {
  /** Address of the site as the user reached it, for example `http://localhost:3000`. */
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
