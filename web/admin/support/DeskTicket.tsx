/** One user's ticket: the thread, and the form that answers it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { supportLimits } from "../../../api-schema/limits.ts";
import { api, type ApiAnswer } from "../../api.ts";
import { Thread } from "../../support/Thread.tsx";
import { useRequestId } from "../../support/use-request-id.ts";
import { When } from "../../time/When.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toastError } from "../../ui/toast-error.ts";
import { toast } from "../../ui/toast-store.ts";
import { deskTexts as texts } from "./strings.ts";

export type Ticket = ApiAnswer<"listDeskTickets">["items"][number];

export function DeskTicket({ ticket }: { ticket: Ticket }) {
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 hover:bg-hover max-md:px-4">
        <span className="min-w-0 flex-1 basis-40 font-medium break-words">{ticket.subject}</span>
        <span className="min-w-0 text-sm break-all text-fg-2">{ticket.email ?? texts.gone}</span>
        <When at={ticket.createdAt} className="mono text-xs text-fg-3" />
      </summary>
      <div className="grid gap-4 px-5 pt-2 pb-4 max-md:px-4">
        <Thread messages={ticket.messages} authors={texts.authors} />
        <AnswerForm ticket={ticket} />
      </div>
    </details>
  );
}

function AnswerForm({ ticket }: { ticket: Ticket }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>();
  const { idOf, forget } = useRequestId();
  const send = useMutation({
    mutationFn: ({ message, isLast }: { message: string; isLast: boolean }) =>
      api("answerTicket", {
        params: { ticketId: ticket.id },
        body: { message, isLast, requestId: idOf(message) },
      }),
    onSuccess({ email }) {
      forget();
      setText("");
      toast({ title: texts.sentTitle, description: texts.sentText(email ?? texts.gone) });
    },
    onError: toastError,
    onSettled: () =>
      Promise.all(
        ["listDeskTickets", "getAdminStats"].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
  const submit = (isLast: boolean) => {
    const message = text.trim();
    const wrong = errorOf(message);
    setError(wrong);
    if (wrong === undefined && !send.isPending) send.mutate({ message, isLast });
  };
  return (
    <form
      className="grid gap-3"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <TextArea
        label={texts.answer}
        rows={4}
        value={text}
        error={error}
        readOnly={send.isPending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={send.isPending} busyLabel={texts.sending}>
          {texts.send}
        </Button>
        <Button
          isBusy={send.isPending}
          busyLabel={texts.sending}
          variant="quiet"
          onClick={() => submit(true)}
        >
          {texts.sendLast}
        </Button>
      </div>
    </form>
  );
}

function errorOf(message: string): string | undefined {
  if (message === "") return texts.missing;
  return message.length > supportLimits.messageMax ? texts.long : undefined;
}
