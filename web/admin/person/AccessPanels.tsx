/** Shows a user's sign-ins, sessions, tickets and audit log entries. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { deviceText } from "../../../api/device-text.ts";
import { When } from "../../ui/time/When.tsx";
import { Cell } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { changeWords } from "../../features/audit/change-words.ts";
import { calledBy } from "../decisions/strings.ts";
import { auditTexts } from "../strings.ts";
import { At } from "./MoneyPanels.tsx";
import { PersonPanel } from "./PersonPanel.tsx";
import { personTexts as texts } from "./strings.ts";

interface Of {
  userId: string;
}

export function SignInsPanel({ userId }: Of) {
  const { success, failure, lacksCode } = texts.signIns;
  return (
    <PersonPanel list="listPersonSignIns" userId={userId} texts={texts.signIns} numbers={1}>
      {(signIn) => (
        // The key is unique, because two attempts within the same millisecond differ in device or
        // outcome.
        <tr key={`${signIn.at} ${signIn.ip} ${signIn.userAgent} ${String(signIn.isSuccess)}`}>
          <At at={signIn.at} />
          <Device userAgent={signIn.userAgent} />
          <Cell>
            <span translate="no" className="mono">
              {signIn.ip}
            </span>
          </Cell>
          <Cell className="num">
            {signIn.lacksCode ? (
              <Tag>{lacksCode(signIn.method)}</Tag>
            ) : (
              <Tag kind={signIn.isSuccess ? "up" : "down"}>
                {signIn.isSuccess ? success : failure}
              </Tag>
            )}
          </Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function SessionsPanel({ userId }: Of) {
  const { columns, secondFactor } = texts.sessions;
  return (
    <PersonPanel list="listPersonSessions" userId={userId} texts={texts.sessions} numbers={1}>
      {(session) => (
        <tr key={session.id}>
          <At at={session.lastUsedAt} />
          <Device userAgent={session.userAgent}>
            {session.aal === "aal2" ? <Tag>{secondFactor}</Tag> : null}
          </Device>
          <Cell>
            <span translate="no" className="mono">
              {session.ip}
            </span>
          </Cell>
          <Cell label={columns[3]} className="num text-fg-2">
            <When at={session.createdAt} className="mono" />
          </Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function TicketsPanel({ userId }: Of) {
  const { states, desk } = texts.tickets;
  return (
    <PersonPanel
      list="listPersonTickets"
      userId={userId}
      texts={texts.tickets}
      numbers={2}
      end={
        <Link {...paths.adminSupport} className="text-sm">
          {desk}
        </Link>
      }
    >
      {(ticket) => (
        <tr key={ticket.id}>
          <At at={ticket.createdAt} />
          <Cell className="lead">
            <Link
              {...paths.adminSupport}
              search={{ ticket: ticket.id }}
              className="block min-w-0 break-words whitespace-normal"
            >
              {ticket.subject}
            </Link>
          </Cell>
          <Cell className="num hide-small">
            {wholeText(ticket.messages.length)}
            {/* The list carries the newest ones only. */ ticket.nextCursor === null ? null : "+"}
          </Cell>
          <Cell className="md:text-right">{states[ticket.state]}</Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function AuditPanel({ userId }: Of) {
  return (
    <PersonPanel list="listPersonAudit" userId={userId} texts={texts.audit}>
      {(entry) => {
        const change = changeWords(entry.before, entry.after);
        return (
          <tr key={entry.seq}>
            <At at={entry.at} />
            <Cell className="lead">
              <span className="min-w-0 break-words whitespace-normal">
                {auditTexts.actions[entry.action] ?? entry.action}
                {change === "" ? null : <span className="text-fg-2">: {change}</span>}
              </span>
            </Cell>
            <Cell className="text-fg-2">
              <span className="block max-w-56 truncate" title={entry.actorEmail || entry.actorId}>
                {calledBy(entry.actorEmail, entry.actorId)}
              </span>
            </Cell>
            <Cell label={texts.audit.columns[3]}>
              <span className="block max-w-80 min-w-0 break-words whitespace-normal">
                {entry.reason}
              </span>
            </Cell>
          </tr>
        );
      }}
    </PersonPanel>
  );
}

function Device(props: { userAgent: string; children?: React.ReactNode }) {
  return (
    <Cell className="lead">
      <span title={props.userAgent}>{deviceText(props.userAgent)}</span> {props.children}
    </Cell>
  );
}
