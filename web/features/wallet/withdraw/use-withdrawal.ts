/**
 * Manages a withdrawal's steps: details, review, sent. The details cannot be edited after the
 * review begins, so that the request matches the summary. A request without a response is repeated
 * unchanged, so that a lost response never causes a second payment.
 */
import { asApiError } from "../../../data/api/api-error.ts";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { testAccounts, type SimulatedMethod } from "../../../../api/payout-accounts.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { passkeyAnswer } from "../../../session/auth/passkeys.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { unansweredOf } from "../../../ui/changes/unanswered.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { withdrawTexts as texts } from "./strings.ts";
import { useCode } from "./use-code.ts";
import { useSending } from "./use-sending.ts";
import {
  limitsOf,
  checkCode,
  checkDetails,
  type FormRefusal,
  type WithdrawDetails,
  type WithdrawLimits,
  type WithdrawMethod,
} from "./withdraw-rules.ts";

export type WithdrawStep = "details" | "review" | "sent";

export interface WithdrawForm extends WithdrawDetails {
  readonly code: string;
}

type TypedField = Exclude<keyof WithdrawForm, "method">;

const BLANK: WithdrawForm = {
  method: "wallet",
  amount: "",
  walletAddress: "",
  code: "",
  ...testAccounts.bank,
  ...testAccounts.paypal,
  ...testAccounts.cashapp,
};

interface Sent {
  /** Amount, method and destination as text. */
  readonly key: string;
  readonly limits: WithdrawLimits;
}

const TRACKER_AFTER_MS = 1000;

/** Refusals of the typed code, which are also shown at the code field. */
const CODE_REFUSALS: ReadonlySet<string> = new Set([
  "security_code_missing",
  "security_code_wrong",
  "security_code_used",
]);

export type CodeFrom = ApiAnswer<"getWithdrawalTerms">["codeFrom"];

/** `details` contains the form's initial values, which the user can change. */
export function useWithdrawal(
  limitsNow: WithdrawLimits,
  codeFrom: CodeFrom,
  details?: Pick<WithdrawForm, "amount" | "walletAddress">,
) {
  const [form, setForm] = useState({ ...BLANK, ...details });
  const [step, setStep] = useState<WithdrawStep>("details");
  const [refusal, setRefusal] = useState<FormRefusal>();
  const [sentId, setSentId] = useState<string>();
  const [begunAt, setBegunAt] = useState(Infinity);
  const [isBack, setIsBack] = useState(false);
  useTrackerAfter(sentId);
  // A code is valid only for exactly these details.
  const reviewed = {
    method: form.method,
    amountSats: Number(readAmount(form.amount) ?? 0n),
    ...(form.method === "wallet" ? { walletAddress: form.walletAddress.trim() } : {}),
  };
  const code = useCode(reviewed);

  const refuse = (problem: FormRefusal) => {
    setRefusal(problem);
    toast({ title: problem.title, description: problem.text, variant: "destructive" });
  };
  const [isByPasskey, setIsByPasskey] = useState(codeFrom === "passkey");
  const sending = useSending(reviewed);
  const send = useChange({
    send: ({ limits: shown }: Sent) =>
      sending({
        body: async () => ({
          amountSats: reviewed.amountSats,
          method: form.method,
          ...destinationOf(form),
          ...(isByPasskey
            ? { passkey: await passkeyAnswer() }
            : { code: form.code.replaceAll(/\s/g, "") }),
          feeSats: Number(limitsOf(form.method, shown).feeSats),
        }),
        begunAt,
      }),
    changed: ["getWallet", "getMe", "listWithdrawals", "getWithdrawalTerms", "listEvents"],
    onRefused(error) {
      toastError(error);
      const { code: reason, title, text } = asApiError(error);
      if (CODE_REFUSALS.has(reason)) setRefusal({ field: "code", title, text });
    },
    onDone(withdrawal) {
      code.forget();
      setStep("sent");
      setSentId(withdrawal.id);
      return {
        title: texts.initiatedTitle(texts.methodNames[withdrawal.method]),
        description: texts.initiatedText(withdrawal.id),
      };
    },
  });
  const key = JSON.stringify(reviewed);
  const sent = step === "sent" ? send.variables : unansweredOf(send);
  const limits = sent?.key === key ? sent.limits : limitsNow;

  return {
    form,
    /** Limits for validation and summary. After a withdrawal, the limits at the time of sending. */
    limits,
    step,
    refusal,
    code,
    isSending: send.isPending,
    /** The details cannot be edited during the review or while the code is being sent. */
    isFixed: step !== "details" || code.isSending,
    /**
     * True if the user went back to the details. Focus must then move, because the Back button is
     * no longer rendered.
     */
    isBack,
    isByPasskey,
    typeCode: () => setIsByPasskey(false),
    /** True if validation would reject the current input. */
    isIncomplete: checkDetails(form, limits) !== undefined,
    change: (field: TypedField, value: string) => {
      setForm((old) => ({ ...old, [field]: value }));
      setRefusal(undefined);
    },
    /**
     * Changes the method, which starts a new withdrawal: returns to the details and clears the
     * code.
     */
    chooseMethod: (method: WithdrawMethod) => {
      if (send.isPending || code.isSending || step === "sent") return;
      setForm((old) => ({ ...old, method, code: "" }));
      setRefusal(undefined);
      setIsBack(false);
      setStep("details");
    },
    restoreTestValues: (method: SimulatedMethod) => {
      setForm((old) => ({ ...old, ...testAccounts[method] }));
      setRefusal(undefined);
    },
    review: () => {
      const problem = checkDetails(form, limits);
      if (problem !== undefined) refuse(problem);
      else {
        setBegunAt(Date.now());
        const begin = () => setStep("review");
        if (codeFrom === "mail") code.sendFirst(begin);
        else begin();
      }
    },
    back: () => {
      setRefusal(undefined);
      setIsByPasskey(codeFrom === "passkey");
      setForm((old) => ({ ...old, code: "" }));
      setStep("details");
      setIsBack(true);
    },
    submit: () => {
      const problem =
        checkDetails(form, limits) ?? (isByPasskey ? undefined : checkCode(form.code));
      if (problem !== undefined) refuse(problem);
      else if (!send.isPending) send.mutate({ key, limits });
    },
  };
}

/** Returns only the fields of the chosen method. */
function destinationOf(form: WithdrawForm) {
  const { method } = form;
  return method === "wallet" ? { walletAddress: form.walletAddress.trim() } : testAccounts[method];
}

/**
 * Opens the tracker one second after the server has accepted the withdrawal, unless the user has
 * left the page.
 */
function useTrackerAfter(sentId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (sentId === undefined) return undefined;
    const timer = setTimeout(() => {
      void navigate(paths.trackTransaction(sentId));
    }, TRACKER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [sentId, navigate]);
}

export type Withdrawal = ReturnType<typeof useWithdrawal>;
