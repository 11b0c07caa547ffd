/** /settings/login-notifications: the two New Logins switches and the latest login notices. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { useSignInPlace } from "../../session/auth/use-sign-in-place.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { withZone } from "../../ui/time/time-text.ts";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { Toggle } from "../../ui/controls/Toggle.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { loginNoticesTexts as texts, noticeTexts } from "./strings.ts";
import { useNoticeSettings } from "./use-notice-settings.ts";

const SHOWN_MAX = 20;

type Message = ApiAnswer<"listMailbox">["items"][number];

export function LoginNoticesPage() {
  const { isElsewhere } = useSignInPlace();
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {texts.lead}
      </PageHead>
      {isElsewhere ? (
        <Note>{texts.managed}</Note>
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Switches />
          <LastNotices />
        </div>
      )}
    </>
  );
}

function Switches() {
  const { query, flip } = useNoticeSettings();
  const me = useQuery(apiQuery("getMe"));
  return (
    <Panel title={texts.switches}>
      <Loaded query={query} lines={3}>
        {(settings) => (
          <>
            <Toggle label={texts.byEmail} isOn={settings.login} onFlip={() => flip("login")}>
              {noticeTexts.hints.login}
            </Toggle>
            <Toggle label={texts.bySms} isOn={settings.smsLogin} onFlip={() => flip("smsLogin")}>
              {noticeTexts.hints.smsLogin}
            </Toggle>
            {settings.smsLogin && me.data?.phone === null ? (
              <div className="mt-3">
                <Note>
                  {noticeTexts.phoneNeededElsewhere}{" "}
                  <Link {...paths.settings}>{noticeTexts.addPhone}</Link>
                </Note>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const TEMPLATES = ["new_login", "first_factor_passed"] as const;

async function newestMessages(): Promise<{ readonly items: readonly Message[] }> {
  const lists = await Promise.all(
    TEMPLATES.map((template) => api("listMailbox", { query: { template, limit: SHOWN_MAX } })),
  );
  const items = lists
    .flatMap((list) => list.items)
    .toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
  return { items: items.slice(0, SHOWN_MAX) };
}

function LastNotices() {
  const notices = useQuery({
    // The key begins with the mailbox's key, so that the live stream also refreshes this query.
    queryKey: ["listMailbox", "logins"],
    queryFn: newestMessages,
  });
  return (
    <Panel title={texts.sent} isFlush>
      <Loaded query={notices} isFlush lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>
          ) : (
            <Table shape="list" caption={texts.sent} columns={[withZone("Time"), "Notice", "To"]}>
              {items.map((message) => (
                <Notice key={message.id} message={message} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Notice({ message }: { message: Message }) {
  return (
    <tr>
      <Cell className="end text-fg-2">
        <When at={message.sentAt} className="mono" />
      </Cell>
      <Cell className="lead">
        <Link {...paths.mailbox} search={{ message: message.id }}>
          {message.subject}
        </Link>
      </Cell>
      <Cell className="last">
        <Tag>{texts.channels[message.channel]}</Tag>
      </Cell>
    </tr>
  );
}
