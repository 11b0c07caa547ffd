/**
 * Form that creates a ticket from a subject and a message. The text stays in the form until the
 * server has accepted the ticket.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { api } from "../../data/api/call.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { supportTexts as texts } from "./strings.ts";
import { useRequestId } from "./use-request-id.ts";
import * as z from "zod/mini";
import { supportLimits } from "../../../api/limits.ts";

/** Validates before the request is sent. The server validates the same fields again. */
const ticketForm = z.object({
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.subjectMissing),
      z.maxLength(supportLimits.subjectMax, texts.subjectLong),
    ),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.messageMissing),
      z.maxLength(supportLimits.messageMax, texts.messageLong),
    ),
});

type TicketInput = z.infer<typeof ticketForm>;

const EMPTY: TicketInput = { subject: "", message: "" };

export function ContactForm() {
  const { register, handleSubmit, reset, control, formState } = useForm<TicketInput>({
    resolver: zodResolver(ticketForm),
    defaultValues: EMPTY,
  });
  const message = useWatch({ control, name: "message" });
  const { send, isSending } = useSending(() => reset(EMPTY));
  const field = (name: keyof TicketInput) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    readOnly: isSending,
    required: true,
  });
  return (
    <Panel title={texts.form} foot={texts.formFoot}>
      <form
        className="grid gap-4"
        method="post"
        noValidate
        onSubmit={(event) => void handleSubmit(send)(event)}
      >
        <Field label={texts.subject} autoComplete="off" {...field("subject")} />
        <TextArea
          label={texts.message}
          rows={6}
          hint={texts.counter(message.trim().length)}
          {...field("message")}
        />
        <div>
          <Button type="submit" variant="primary" isBusy={isSending} busyLabel={texts.sending}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function useSending(onSent: () => void) {
  const { idOf, forget } = useRequestId();
  const { mutate, isPending } = useChange({
    send: (input: TicketInput) =>
      api("createTicket", { body: { ...input, requestId: idOf(JSON.stringify(input)) } }),
    changed: ["listTickets"],
    onDone() {
      forget();
      onSent();
      return { title: texts.sentTitle, description: texts.sentText };
    },
  });
  const send = (input: TicketInput) => {
    if (!isPending) mutate(input);
  };
  return { send, isSending: isPending };
}
