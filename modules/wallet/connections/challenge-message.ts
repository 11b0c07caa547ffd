/**
 * Builds the message that an address's key signs. The message contains site, user, network and
 * expiry time, so that the signature cannot be reused elsewhere. It is one line of printable ASCII,
 * at most 240 characters for a typical site URL, because some hardware wallets do not sign longer
 * messages. The address is omitted, because the signature already identifies the key.
 */
import { utcMinute } from "#platform";

export interface Challenged {
  /** Site URL as the user reached it, for example `http://localhost:3000`. */
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
