/**
 * Form for a reply to the user's own ticket. The text stays in the form until the server has
 * accepted the reply.
 */
import { useState } from "react";
import { supportLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { supportTexts as texts } from "./strings.ts";
import { useRequestId } from "./use-request-id.ts";

export function ReplyForm({ ticketId }: { ticketId: string }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>();
  const { idOf, forget } = useRequestId();
  const send = useChange({
    send: (message: string) =>
      api("replyToTicket", { params: { ticketId }, body: { message, requestId: idOf(message) } }),
    changed: ["listTickets"],
    onDone() {
      forget();
      setText("");
      return { title: texts.replyTitle, description: texts.replyText };
    },
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
