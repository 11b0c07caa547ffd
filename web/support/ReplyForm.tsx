/** The user adds to his own ticket. What was typed stays until the server has it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { supportLimits } from "../../api-schema/limits.ts";
import { api } from "../api.ts";
import { Button } from "../ui/Button.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { supportTexts as texts } from "./strings.ts";
import { useRequestId } from "./use-request-id.ts";

export function ReplyForm({ ticketId }: { ticketId: string }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>();
  const { idOf, forget } = useRequestId();
  const send = useMutation({
    mutationFn: (message: string) =>
      api("replyToTicket", { params: { ticketId }, body: { message, requestId: idOf(message) } }),
    onSuccess() {
      forget();
      setText("");
      toast({ title: texts.replyTitle, description: texts.replyText });
    },
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["listTickets"] }),
  });
  const submit = () => {
    const message = text.trim();
    const wrong = errorOf(message);
    setError(wrong);
    if (wrong === undefined && !send.isPending) send.mutate(message);
  };
  return (
    <form
      className="grid gap-3"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        label={texts.reply}
        rows={3}
        value={text}
        error={error}
        readOnly={send.isPending}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" size="small" isBusy={send.isPending} busyLabel={texts.sending}>
          {texts.sendReply}
        </Button>
      </div>
    </form>
  );
}

function errorOf(message: string): string | undefined {
  if (message === "") return texts.messageMissing;
  return message.length > supportLimits.messageMax ? texts.messageLong : undefined;
}
