/**
 * Under which name passkeys of this installation are kept, and on which pages they work. A browser
 * keeps them for a domain name and never for an IP address, and only where the way to the server is
 * safe: HTTPS, or the machine itself, which is called `localhost` then. Pure.
 */
import { isIP } from "node:net";

export interface RelyingParty {
  /** The domain name that the person's devices know. */
  readonly id: string;
  /** The only origin whose pages a passkey may have been used on. */
  readonly origin: string;
}

const THIS_MACHINE = /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|localhost)$/;

/** Undefined: at this address passkeys cannot work. */
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
