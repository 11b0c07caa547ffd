/**
 * Texts of the sign-in service by which the page recognises certain errors, because Supabase's
 * protocol has no error codes for these cases. This file imports no schema library, because the
 * browser loads it and should not load the library.
 */
/**
 * Sent if a correct authenticator code is used a second time. Only the text identifies this case,
 * because the error code is the same as for a wrong code.
 */
export const CODE_WAS_USED = "This code was used already. Wait for the next one.";

/** Sent for every failed passkey verification, because details would only help an attacker. */
export const PASSKEY_NOT_VERIFIED = "This passkey could not be verified. Use another way.";
