/**
 * Lists the user's tickets, newest first. A ticket shows its latest messages and loads earlier
 * messages on request.
 */
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { When } from "../../ui/time/When.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { usePages } from "../../data/api/use-pages.ts";
import { ReplyForm } from "./ReplyForm.tsx";
import { supportTexts as texts } from "./strings.ts";
import { Thread, threadOf } from "./Thread.tsx";

type Ticket = ApiAnswer<"listTickets">["items"][number];

const PAGE_SIZE = 10;

export function Tickets() {
  const tickets = usePages(["listTickets", "pages"], (at) =>
    api("listTickets", { query: { limit: PAGE_SIZE, ...at } }),
  );
  return (
    <Panel title={texts.tickets} isFlush>
      <Loaded query={tickets} isFlush lines={3}>
        {({ pages }) => <List tickets={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <MorePages pages={tickets} label={texts.older} />
    </Panel>
  );
}

function List(props: { tickets: readonly Ticket[] }) {
  if (props.tickets.length === 0) return <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>;
  return (
    <ul>
      {props.tickets.map((ticket) => (
        <li key={ticket.id} className="border-b border-line last:border-b-0">
          <OneTicket ticket={ticket} />
        </li>
      ))}
    </ul>
  );
}

function OneTicket({ ticket }: { ticket: Ticket }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 hover:bg-hover max-md:px-4">
        <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">{ticket.subject}</span>
        <Tag kind={ticket.state === "answered" ? "accent" : "fact"}>
          {texts.states[ticket.state]}
        </Tag>
        <When at={ticket.createdAt} className="mono text-xs text-fg-3" />
      </summary>
      <div className="grid gap-4 px-5 pt-2 pb-4 max-md:px-4">
        <OwnThread ticket={ticket} />
        <ReplyForm ticketId={ticket.id} />
      </div>
    </details>
  );
}

function OwnThread({ ticket }: { ticket: Ticket }) {
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <WholeThread ticket={ticket} />;
  const onOlder = ticket.nextCursor === null ? undefined : () => setIsAsked(true);
  return <Thread messages={ticket.messages} authors={texts.authors} onOlder={onOlder} />;
}

function WholeThread({ ticket }: { ticket: Ticket }) {
  const thread = usePages(["listTickets", "thread", ticket.id], (at) =>
    api("getTicket", { params: { ticketId: ticket.id }, query: at }),
  );
  return (
    <Loaded query={thread} lines={3}>
      {({ pages }) => (
        <Thread
          messages={threadOf(pages)}
          authors={texts.authors}
          onOlder={thread.hasNextPage ? thread.fetchNextPage : undefined}
          isLoadingOlder={thread.isFetchingNextPage}
        />
      )}
    </Loaded>
  );
}
