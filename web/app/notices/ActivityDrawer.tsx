/**
 * The activity list behind the bell: notices of this session, latest messages and latest account
 * movements. The list also contains toasts that have disappeared. It is updated by the live stream.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useId, useState, type ReactNode } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { EventAmount } from "../../features/account-history/EventAmount.tsx";
import { EventPostings } from "../../features/account-history/EventPostings.tsx";
import { EventStatus } from "../../features/account-history/EventStatus.tsx";
import { EventTitle } from "../../features/account-history/EventTitle.tsx";
import { eventMeaning, eventStatus } from "../../features/account-history/event-words.ts";
import type { LedgerEvent } from "../../features/account-history/use-events.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { useNotices } from "../../ui/toasts/notice-log.ts";
import { activityTexts as texts } from "./strings.ts";

const NOTICES_MAX = 8;
const LINES_MAX = 5;
const LINE = "grid grid-cols-[1fr_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm";

export function ActivityDrawer(props: { onClose: () => void }) {
  return (
    <Dialog title={texts.title} place="end" isOpen onClose={props.onClose}>
      <Notices />
      <Messages onLeave={props.onClose} />
      <Movements onLeave={props.onClose} />
    </Dialog>
  );
}

function Group(props: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3 border-b border-line-strong pb-1">
        <h3 className="font-semibold">{props.title}</h3>
        {props.end}
      </div>
      {props.children}
    </section>
  );
}

function Nothing(props: { children: string }) {
  return <p className="py-2 text-sm text-fg-2">{props.children}</p>;
}

function Notices() {
  const notices = useNotices();
  return (
    <Group title={texts.notices}>
      {notices.length === 0 ? <Nothing>{texts.noNotices}</Nothing> : null}
      <ul>
        {notices.slice(0, NOTICES_MAX).map((notice) => (
          <li key={notice.at} className={LINE}>
            <span className="min-w-0">
              <strong className="font-semibold">
                {notice.isProblem ? <span className="text-down">{texts.problem}: </span> : null}
                {notice.title}
              </strong>
              <span className="block text-fg-2">{notice.description}</span>
            </span>
            <When at={new Date(notice.at).toISOString()} className="mono text-xs text-fg-2" />
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Messages(props: { onLeave: () => void }) {
  const mailbox = useQuery(apiQuery("listMailbox"));
  return (
    <Group
      title={texts.messages}
      end={
        <Link {...paths.mailbox} onClick={props.onLeave} className="text-sm">
          {texts.allMessages}
        </Link>
      }
    >
      <Loaded query={mailbox}>
        {({ items }) => (
          <>
            {items.length === 0 ? <Nothing>{texts.noMessages}</Nothing> : null}
            <ul>
              {items.slice(0, LINES_MAX).map((message) => (
                <li key={message.id} className={LINE}>
                  <Link
                    {...paths.mailbox}
                    search={{ message: message.id }}
                    onClick={props.onLeave}
                    className={clsx("min-w-0", message.readAt === null && "font-semibold")}
                  >
                    {message.subject}
                    {message.readAt === null ? (
                      <span className="sr-only">, {texts.unread}</span>
                    ) : null}
                  </Link>
                  <When at={message.sentAt} className="mono text-xs text-fg-2" />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Group>
  );
}

function Movements(props: { onLeave: () => void }) {
  const events = useQuery(apiQuery("listEvents", { query: { limit: LINES_MAX } }));
  return (
    <Group
      title={texts.movements}
      end={
        <Link {...paths.history} onClick={props.onLeave} className="text-sm">
          {texts.allMovements}
        </Link>
      }
    >
      <Loaded query={events}>
        {({ items }) => (
          <>
            {items.length === 0 ? <Nothing>{texts.noMovements}</Nothing> : null}
            <ul>
              {items.map((event) => (
                <Movement key={event.key} event={event} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Group>
  );
}

function Movement({ event }: { event: LedgerEvent }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  // If the event has no status, its description spans the whole second line.
  const isWhole = eventStatus(event) === undefined;
  return (
    <li>
      <div className={LINE}>
        <EventTitle
          event={event}
          isOpen={isOpen}
          controls={id}
          onPress={() => setIsOpen(!isOpen)}
        />
        <EventAmount event={event} />
        <span className={clsx("min-w-0 text-xs text-fg-2", isWhole && "col-span-2")}>
          <When at={event.lastAt} className="mono" /> {eventMeaning(event)}
        </span>
        {isWhole ? null : (
          <span className="justify-self-end">
            <EventStatus event={event} />
          </span>
        )}
      </div>
      {isOpen ? (
        <div id={id} className="border-b border-line bg-bg">
          <EventPostings event={event} />
        </div>
      ) : null}
    </li>
  );
}
