/**
 * Signs the message about reserves in the signer process. The signer composes the text itself from
 * facts of a fixed format, so that a faulty server cannot obtain a signature of another message. It
 * signs only for scripts that it derives from its own account. No coins move. Pure.
 */
import { reservesMessage, signP2wpkh } from "#signatures";
import type { SignedReserves, SignReservesRequest } from "./messages.ts";
import type { SigningAccount } from "./seed.ts";
import { refuseUnless } from "./sign-payment.ts";

/** Scripts per request. Payments wait while the signer signs them, for about 50 ms. */
export const RESERVES_BATCH_MAX = 20;
const PLACE_MAX = 2 ** 31 - 1;

/** Throws SignatureRefused or a RangeError if the request is not valid. */
export function signReserves(
  account: SigningAccount,
  { facts, places }: Pick<SignReservesRequest, "facts" | "places">,
): SignedReserves {
  refuseUnless(places.length <= RESERVES_BATCH_MAX, "too many scripts in one request");
  const { site, height, blockHash, root } = facts;
  const message = reservesMessage({ site, network: account.network, height, blockHash, root });
  const signatures = places.map(({ branch, index }) => {
    refuseUnless([branch, index].every(isPlace), "a key outside the account");
    return signP2wpkh(account.privateKey(branch, index), message);
  });
  return { signatures };
}

const isPlace = (place: unknown): boolean =>
  typeof place === "number" && Number.isInteger(place) && place >= 0 && place <= PLACE_MAX;
