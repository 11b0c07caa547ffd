/** The messages of a ticket, oldest first. What people wrote is shown as text, never as HTML. */
import type { ApiAnswer } from "../api.ts";
import { When } from "../time/When.tsx";

type Message = ApiAnswer<"listTickets">["items"][number]["messages"][number];

export function Thread(props: {
  messages: readonly Message[];
  /** How each side is called by the one who reads. */
  authors: Readonly<Record<Message["author"], string>>;
}) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {props.messages.map((message) => (
        <li key={message.id} className="text-sm">
          <p className="mb-0.5 flex gap-2 text-xs text-fg-2">
            <strong className="font-semibold">{props.authors[message.author]}</strong>
            <When at={message.at} className="mono text-fg-3" />
          </p>
          <p className="max-w-[70ch] wrap-anywhere whitespace-pre-wrap">{message.text}</p>
        </li>
      ))}
    </ul>
  );
}
