/** Explains in words why a signature of the message about reserves is not valid. */
import type { ReserveProblem } from "#signatures";

export const SIGNATURE_PROBLEMS: Readonly<Record<ReserveProblem, string>> = {
  not_a_signature: "it is no BIP-322 signature in base64",
  other_key: "another key made it",
  high_s: "its S value is not the lower one",
  no_fit: "it belongs to another message or address",
  script_path: "it uses a script path",
  script: "addresses of this kind cannot sign",
  witness_script: "its witness script does not belong to the address",
  signatures: "a signature is missing, belongs to another message, or is out of order",
  variant: "it signs for other inputs or outputs as well",
  too_long: "it is too long",
};
