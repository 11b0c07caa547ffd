/** Shows the messages of a ticket, oldest first. Messages are rendered as text, never as HTML. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { supportTexts as texts } from "./strings.ts";

export type Message = ApiAnswer<"listTickets">["items"][number]["messages"][number];

export function Thread(props: {
  messages: readonly Message[];
  /** Names of both sides, as the current reader sees them. */
  authors: Readonly<Record<Message["author"], string>>;
  /** Loads earlier messages. Undefined if there are none. */
  onOlder: (() => unknown) | undefined;
  isLoadingOlder?: boolean;
}) {
  const { messages, authors, onOlder, isLoadingOlder = false } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {onOlder === undefined ? null : (
        <Button
          size="small"
          className="justify-self-center"
          isBusy={isLoadingOlder}
          busyLabel={texts.loadingEarlier}
          onClick={() => void onOlder()}
        >
          {texts.earlier}
        </Button>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {messages.map((message) => (
          <li key={message.id} className="text-sm">
            <p className="mb-0.5 flex gap-2 text-xs text-fg-2">
              <strong className="font-semibold">{authors[message.author]}</strong>
              <When at={message.at} className="mono text-fg-3" />
            </p>
            <p className="max-w-[70ch] wrap-anywhere whitespace-pre-wrap">{message.text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Joins the loaded pages into one thread. The first page contains the newest messages. */
export function threadOf(pages: readonly { readonly messages: readonly Message[] }[]) {
  return pages.toReversed().flatMap(({ messages }) => messages);
}
