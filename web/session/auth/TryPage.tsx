/**
 * /try: opens an anonymous account, requests faucet coins and starts mining. Starts automatically
 * after a click on the landing page, and otherwise after a click on this page.
 */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { api } from "../../data/api/call.ts";
import { asApiError } from "../../data/api/api-error.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { tryOut } from "./auth-client.ts";
import { useAuth } from "./auth-context.ts";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { takeTryPress } from "../../ui/navigation/try-press.ts";
import { tryTexts as texts } from "./anonymous-account-strings.ts";
import { useAfterSignIn } from "./use-after-sign-in.ts";

export function TryPage() {
  const { user, loading } = useAuth();
  const { mutate: open, mutateAsync, isPending } = useMutation({ mutationFn: begin });
  useAfterSignIn(undefined, isPending);
  const isAsked = useRef(false);
  useEffect(() => {
    if (loading || user !== null || isAsked.current) return;
    isAsked.current = true;
    if (takeTryPress()) open();
  }, [loading, user, open]);
  return (
    <AuthFrame
      documentTitle={texts.title}
      title={texts.title}
      lead={texts.lead}
      other={
        <>
          {texts.elsewhere}{" "}
          <Link {...paths.register} className="text-fg underline">
            Sign Up
          </Link>
        </>
      }
    >
      <AuthForm
        onSubmit={() => mutateAsync()}
        isSubmitting={isPending}
        submit={texts.submit}
        busy={texts.busy}
      >
        <p className="text-sm text-fg-2">{texts.terms}</p>
      </AuthForm>
    </AuthFrame>
  );
}

/**
 * Opens the account. Failures of later actions, such as a closed faucet, are ignored, because the
 * dashboard offers the same actions.
 */
async function begin(): Promise<void> {
  try {
    await tryOut();
  } catch (error) {
    const description = asApiError(error).text;
    toast({ title: texts.failedTitle, description, variant: "destructive" });
    return;
  }
  await Promise.allSettled([api("requestFaucet", { body: {} }), api("startMining")]);
}
