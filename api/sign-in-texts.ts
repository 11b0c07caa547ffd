/**
 * Texts of the sign-in service that the page must recognise, because the official protocol has no
 * error codes for these cases. Imports no schema library, because the browser loads this file.
 */
/** Second use of a correct second-factor code. Its error code is the same as for a wrong code. */
export const CODE_WAS_USED = "This code was used already. Wait for the next one.";

/** Same text for all failures, because details would only help a program. */
export const PASSKEY_NOT_VERIFIED = "This passkey could not be verified. Use another way.";
