/**
 * The passkey's signature that confirms a withdrawal, asked for at the press. While no answer has
 * come it is sent again as it is, so that the same press never pays twice.
 */
import { useRef } from "react";
import type { ApiInput } from "../../api/route-shapes.ts";
import { asApiError } from "../../api/api-error.ts";
import { isRefusal } from "../../api/exchange.ts";
import { passkeyAnswer } from "../../auth/passkeys.ts";

type Proof = NonNullable<ApiInput<"createWithdrawal">["body"]["passkey"]>;

export function usePasskeyProof() {
  const kept = useRef<Proof>(undefined);
  return {
    async give(): Promise<Proof> {
      kept.current ??= await passkeyAnswer();
      return kept.current;
    },
    forget() {
      kept.current = undefined;
    },
    /** A refused one is used up. */
    forgetRefused(error: unknown) {
      if (isRefusal(asApiError(error))) kept.current = undefined;
    },
  };
}
