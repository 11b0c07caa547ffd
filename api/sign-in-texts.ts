/**
 * What the sign-in service answers and the page has to recognise, because the official protocol has
 * no code of its own for it. No schema library here: the browser loads this.
 */
/** A right code of a second factor, for the second time: under the same code as a wrong one. */
export const CODE_WAS_USED = "This code was used already. Wait for the next one.";

/** One text for all that may be wrong with it: only a program has use for more. */
export const PASSKEY_NOT_VERIFIED = "This passkey could not be verified. Use another way.";
