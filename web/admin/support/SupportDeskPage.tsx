/** /admin/support: the conversations of the chat, and the tickets of all users by state, each with its thread and a form to answer; and news to everybody. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { Chats } from "./Chats.tsx";
import { DeskTicket, type Ticket } from "./DeskTicket.tsx";
import { NewsPanel } from "./NewsPanel.tsx";
import { deskTexts as texts } from "./strings.ts";

type State = Ticket["state"];

const STATES = (["open", "answered", "closed"] as const).map((value) => ({
  value,
  label: texts.states[value],
}));

const PAGE_SIZE = 20;
const REFRESH_MS = 15_000;

export function SupportDeskPage() {
  const [state, setState] = useState<State>("open");
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Chats />
          <Panel
            title={texts.tickets}
            isFlush
            end={
              <Segments label={texts.state} value={state} onChange={setState} options={STATES} />
            }
          >
            <Tickets key={state} state={state} />
          </Panel>
        </div>
        <NewsPanel />
      </div>
    </>
  );
}

function Tickets({ state }: { state: State }) {
  const tickets = useInfiniteQuery({
    queryKey: ["listDeskTickets", state],
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return api("listDeskTickets", { query: { state, limit: PAGE_SIZE, ...cursor } });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <Loaded query={tickets} isFlush lines={5}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return <Empty title={texts.emptyTitle}>{texts.empty[state]}</Empty>;
          return (
            <ul>
              {items.map((ticket) => (
                <li key={ticket.id} className="border-b border-line last:border-b-0">
                  <DeskTicket ticket={ticket} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {tickets.hasNextPage ? (
        <div className="border-t border-line p-3">
          <Button
            size="small"
            isBusy={tickets.isFetchingNextPage}
            busyLabel={texts.loadingOlder}
            onClick={() => void tickets.fetchNextPage()}
          >
            {texts.older}
          </Button>
        </div>
      ) : null}
    </>
  );
}
