/** Shows the ticket that is open at the support desk, with its messages and the answer form. */
import { useState } from "react";
import { supportLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { Thread, threadOf } from "../../features/support/Thread.tsx";
import { useRequestId } from "../../features/support/use-request-id.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { deskTexts as texts } from "./strings.ts";
import type { Draft } from "./use-drafts.ts";
import { WriterLink } from "./WriterLink.tsx";

type Ticket = ApiAnswer<"getDeskTicket">;

const REFRESH_MS = 15_000;
const NOTHING_SEEN = `msg_${"0".repeat(32)}`;

export function OpenTicket({ ticketId, draft }: { ticketId: string; draft: Draft }) {
  const ticket = usePages(
    ["getDeskTicket", ticketId],
    (at) => api("getDeskTicket", { params: { ticketId }, query: at }),
    { refetchInterval: REFRESH_MS },
  );
  return (
    <section aria-label={texts.ticket} className="min-w-0 p-5 max-md:p-4">
      <Loaded query={ticket} lines={5}>
        {({ pages }) => {
          const [newest] = pages;
          if (newest === undefined) return null;
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
                <h3 className="font-semibold wrap-anywhere">{newest.subject}</h3>
                <p className="flex flex-wrap items-center gap-2 text-sm break-all text-fg-2">
                  <WriterLink {...newest} /> <Tag>{texts.states[newest.state]}</Tag>
                </p>
              </div>
              <Thread
                messages={threadOf(pages)}
                authors={texts.authors}
                onOlder={ticket.hasNextPage ? ticket.fetchNextPage : undefined}
                isLoadingOlder={ticket.isFetchingNextPage}
              />
              <AnswerForm ticket={newest} draft={draft} />
            </div>
          );
        }}
      </Loaded>
    </section>
  );
}

function AnswerForm({ ticket, draft }: { ticket: Ticket; draft: Draft }) {
  const [text, setText] = useState(draft.text);
  const [error, setError] = useState<string | undefined>();
  const { idOf, forget } = useRequestId(draft.attempt);
  const type = (typed: string) => {
    setText(typed);
    draft.keep(typed);
  };
  const send = useChange({
    send: ({ message, isLast }: { message: string; isLast: boolean }) =>
      api("answerTicket", {
        params: { ticketId: ticket.id },
        body: {
          message,
          // Send the id of the last message shown above the form. If the ticket has newer messages,
          // the server rejects the answer. The page then shows the new messages and keeps the typed
          // answer.
          seenMessageId: ticket.messages.at(-1)?.id ?? NOTHING_SEEN,
          isLast,
          requestId: idOf(message),
        },
      }),
    changed: ["getDeskTicket", "listInbox", "getAdminStats"],
    onDone({ email }) {
      forget();
      type("");
      return {
        title: texts.sentTitle,
        description: email ? texts.sentText(email) : texts.sentInside,
      };
    },
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
        onChange={(event) => type(event.currentTarget.value)}
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
