/**
 * Requests the security code for the reviewed withdrawal by mail. The server checks the user's
 * identity first, so it sends a code only after the user has entered the password.
 */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer, ApiInput } from "../../../data/api/route-shapes.ts";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { withdrawTexts as texts } from "./strings.ts";

export type CodeFor = NonNullable<ApiInput<"sendWithdrawalCode">["body"]>;

interface Sent extends ApiAnswer<"sendWithdrawalCode"> {
  readonly key: string;
}

/**
 * `codeFor` is the withdrawal under review. A code that was sent for other details is not valid for
 * this withdrawal.
 */
export function useCode(codeFor: CodeFor) {
  const [sent, setSent] = useState<Sent>();
  const key = JSON.stringify(codeFor);
  const sending = useMutation({
    mutationFn: (request: CodeFor) => api("sendWithdrawalCode", { body: request }),
    onSuccess(answer, request) {
      setSent({ ...answer, key: JSON.stringify(request) });
      toast({ title: texts.codeSentTitle, description: texts.codeSentText(answer.sentTo) });
    },
    onError: toastError,
  });
  const current = sent?.key === key ? sent : undefined;
  return {
    /** Recipient of the code. Undefined if no code was sent for this withdrawal. */
    sentTo: current?.sentTo,
    isSending: sending.isPending,
    send: () => sending.mutate(codeFor),
    /**
     * Sends a code and then calls `begin`, even if the code could not be sent. Does not call
     * `begin` if the user cancelled the identity check.
     */
    sendFirst(begin: () => void) {
      if (sending.isPending) return;
      if (current !== undefined && Date.parse(current.expiresAt) > Date.now()) begin();
      else
        sending.mutate(codeFor, {
          onSuccess: begin,
          onError: (error) => {
            if (asApiError(error).code !== "step_up_cancelled") begin();
          },
        });
    },
    forget: () => setSent(undefined),
  };
}

export type Code = ReturnType<typeof useCode>;
