/**
 * Shows a pending e-mail change and which of the two addresses has confirmed it. Buttons resend the
 * messages or cancel the change.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { User } from "@supabase/auth-js";
import { asApiError } from "../../data/api/api-error.ts";
import { changeEmail, resendEmailChange } from "../../session/auth/auth-client.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { USER_KEY } from "./email-query.ts";
import { emailTexts as texts } from "./strings.ts";

const OLD_SIDE = 1;
const NEW_SIDE = 2;

export function PendingEmail({ user, newEmail }: { user: User; newEmail: string }) {
  const { email = "" } = user;
  const confirmed = confirmedSides(user);
  const resend = useChange(() => resendEmailChange(email), texts.resentTitle, texts.resentText);
  const cancel = useChange(() => changeEmail(email), texts.canceledTitle, texts.canceledText);
  return (
    <>
      <p className="text-sm text-fg-2 [overflow-wrap:anywhere]">{texts.pendingText(newEmail)}</p>
      <KeyValues>
        <KeyValue label={texts.oldSide}>
          <Side isConfirmed={(confirmed & OLD_SIDE) !== 0} />
        </KeyValue>
        <KeyValue label={texts.newSide}>
          <Side isConfirmed={(confirmed & NEW_SIDE) !== 0} />
        </KeyValue>
      </KeyValues>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          isBusy={resend.isPending}
          busyLabel={texts.resending}
          onClick={() => resend.mutate()}
        >
          {texts.resend}
        </Button>
        <Button
          isBusy={cancel.isPending}
          busyLabel={texts.canceling}
          onClick={() => cancel.mutate()}
        >
          {texts.cancel}
        </Button>
        <Link {...paths.mailbox}>{texts.toMailbox}</Link>
      </div>
    </>
  );
}

function Side({ isConfirmed }: { isConfirmed: boolean }) {
  return isConfirmed ? <Tag kind="up">{texts.confirmed}</Tag> : <Tag>{texts.waiting}</Tag>;
}

function confirmedSides(user: User): number {
  const status: unknown = Reflect.get(user, "email_change_confirm_status");
  return typeof status === "number" ? status : 0;
}

function useChange(mutationFn: () => Promise<void>, title: string, description: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => toast({ title, description }),
    onError: (error) =>
      toast({
        title: texts.failedTitle,
        description: asApiError(error).text,
        variant: "destructive",
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: USER_KEY }),
  });
}
