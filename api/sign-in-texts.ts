/**
 * Texts of the sign-in service that the page must recognise, because Supabase's protocol has no
 * error codes for these cases. The file imports no schema library, because the browser loads it.
 */
/**
 * Sent if a correct authenticator code is used a second time. The error code is the same as for a
 * wrong code.
 */
export const CODE_WAS_USED = "This code was used already. Wait for the next one.";

/** Sent for every failure, because details would only help an attacker's program. */
export const PASSKEY_NOT_VERIFIED = "This passkey could not be verified. Use another way.";
