/**
 * The mailed security code of the withdrawal that is reviewed. Before it is sent the server wants
 * to know who is there: the password comes first, and a code is never sent to nobody.
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

/** `codeFor` is what is reviewed now: a code that was sent for something else does not count. */
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
    /** Where it lies; undefined while none was sent for this withdrawal. */
    sentTo: current?.sentTo,
    isSending: sending.isPending,
    send: () => sending.mutate(codeFor),
    /** `begin` follows, also when no code could be sent; not when who is there was not proven. */
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
    /** It is used up. */
    forget: () => setSent(undefined),
  };
}

export type Code = ReturnType<typeof useCode>;
