/**
 * /admin/support: tickets and chats in one inbox, with the open item in the URL. Also sends news to
 * users.
 */
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { InboxList, type InboxState } from "./InboxList.tsx";
import { NewsPanel } from "./NewsPanel.tsx";
import { OpenChat } from "./OpenChat.tsx";
import { OpenTicket } from "./OpenTicket.tsx";
import { deskTexts as texts } from "./strings.ts";
import { useDrafts } from "./use-drafts.ts";

const STATES = (["open", "answered", "closed", "all"] as const).map((value) => ({
  value,
  label: texts.states[value],
}));

export function SupportDeskPage() {
  const [state, setState] = useState<InboxState>("open");
  const draftOf = useDrafts();
  const { chat, ticket } = useSearch({ from: "/account/administration/proven/admin/support" });
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <Panel
          title={texts.inbox}
          isFlush
          end={<Segments label={texts.state} value={state} onChange={setState} options={STATES} />}
        >
          <div className="grid md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div className="max-h-[560px] min-w-0 overflow-y-auto border-line max-md:max-h-[320px] max-md:border-b md:border-r">
              <InboxList key={state} state={state} openId={chat ?? ticket} />
            </div>
            {chat === undefined ? null : (
              <OpenChat key={chat} chatId={chat} draft={draftOf(chat)} />
            )}
            {ticket === undefined ? null : (
              <OpenTicket key={ticket} ticketId={ticket} draft={draftOf(ticket)} />
            )}
            {chat === undefined && ticket === undefined ? (
              <p className="p-5 text-sm text-fg-2">{texts.choose}</p>
            ) : null}
          </div>
        </Panel>
        <NewsPanel />
      </div>
    </>
  );
}
