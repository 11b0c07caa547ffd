/**
 * Verifies that the owner of an output script signed a message. Supports "simple" BIP-322
 * signatures, with or without the prefix introduced in 2026, and BIP-137. All other input is
 * rejected with a reason, never with an exception.
 */
import { BIP137_BYTES, checkBip137, type Bip137Problem } from "./bip137.ts";
import { checkP2tr, checkP2wpkh, type Bip322Problem } from "./bip322.ts";
import { fromBase64, witnessElements } from "./bytes.ts";
import { signedFor } from "./scripts.ts";

export type MessageForm = "bip322" | "bip137";

export type ProofProblem =
  | Bip322Problem
  | Bip137Problem
  /** Scripts of this kind cannot sign a message. */
  | "script"
  /** P2PKH and P2SH require BIP-137, P2TR requires BIP-322. */
  | "form_of_script"
  /** BIP-322's "full" and "proof of funds" variants are not supported. */
  | "variant"
  | "too_long";

export interface Claim {
  /** The address's output script in lower-case hex. */
  readonly scriptHex: string;
  readonly message: string;
  /** Base64 without surrounding spaces. */
  readonly signature: string;
}

export type Verdict =
  | { readonly ok: true; readonly form: MessageForm }
  | { readonly ok: false; readonly problem: ProofProblem };

/** Maximum length of a signature: twice the longest valid one. */
const SIGNATURE_CHARACTERS_MAX = 300;
const SIMPLE = "smp";
const OTHER_VARIANT = /^(ful|pof)/;

export function verifyMessage({ scriptHex, message, signature }: Claim): Verdict {
  const refuse = (problem: ProofProblem): Verdict => ({ ok: false, problem });
  const owner = signedFor(scriptHex);
  if (!owner) return refuse("script");
  if (signature.length > SIGNATURE_CHARACTERS_MAX) return refuse("too_long");
  if (OTHER_VARIANT.test(signature)) return refuse("variant");
  const isPrefixed = signature.startsWith(SIMPLE);
  const bytes = fromBase64(isPrefixed ? signature.slice(SIMPLE.length) : signature);
  if (!bytes || bytes.length === 0) return refuse("not_a_signature");
  const { kind, program } = owner;
  const form: MessageForm = bytes.length === BIP137_BYTES && !isPrefixed ? "bip137" : "bip322";
  const judge = (problem: ProofProblem | undefined): Verdict =>
    problem === undefined ? { ok: true, form } : refuse(problem);
  if (form === "bip137")
    return kind === "p2tr"
      ? refuse("form_of_script")
      : judge(checkBip137({ kind, program }, message, bytes));
  const elements = witnessElements(bytes);
  if (kind === "p2wpkh") return judge(checkP2wpkh(program, message, elements));
  return kind === "p2tr" ? judge(checkP2tr(program, message, elements)) : refuse("form_of_script");
}
