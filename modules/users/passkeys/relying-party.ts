/**
 * The relying party of this installation: the domain under which devices store passkeys, and the
 * origin on which passkeys work. Browsers store passkeys for a domain name, never for an IP
 * address, and only with HTTPS or on `localhost`. Pure.
 */
import { isIP } from "node:net";

export interface RelyingParty {
  /** Domain name under which the user's devices store passkeys. */
  readonly id: string;
  /** The only origin whose pages may use a passkey. */
  readonly origin: string;
}

const THIS_MACHINE = /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|localhost)$/;

/** Returns the relying party, or undefined if passkeys cannot work at this URL. */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const url = new URL(siteUrl);
  if (THIS_MACHINE.test(url.hostname)) {
    url.hostname = "localhost";
    return { id: url.hostname, origin: url.origin };
  }
  const isAddress = url.hostname.startsWith("[") || isIP(url.hostname) !== 0;
  const isSafe = url.protocol === "https:" || url.hostname.endsWith(".localhost");
  return isSafe && !isAddress ? { id: url.hostname, origin: url.origin } : undefined;
}
