/**
 * Shows the search results of the audit log, page by page. Warns if too many people match the text,
 * because the results are then incomplete.
 */
import { Link } from "@tanstack/react-router";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { withZone } from "../../ui/time/time-text.ts";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { changeWords } from "../../features/audit/change-words.ts";
import { calledBy } from "../decisions/strings.ts";
import { auditTexts as texts } from "../strings.ts";
import type { AuditSearch } from "./audit-search.ts";
import { auditSearchTexts as searchTexts } from "./strings.ts";

type Entry = ApiAnswer<"listAudit">["items"][number];

export function AuditEntries({ search }: { search: AuditSearch }) {
  const entries = usePages(["listAudit", "pages", search], (at) =>
    api("listAudit", { query: { ...search, ...at } }),
  );
  return (
    <Loaded query={entries} isFlush lines={6}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        const isCut = pages.some(({ isPeopleCut }) => isPeopleCut);
        return (
          <>
            {isCut ? <PeopleCut /> : null}
            {items.length === 0 ? (
              <Nothing search={search} isCut={isCut} />
            ) : (
              <>
                <Entries items={items} />
                <MorePages
                  pages={entries}
                  label={texts.more}
                  {...(isCut ? {} : { end: endText(search) })}
                />
              </>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Warns that the list omits the entries of some matching people. */
function PeopleCut() {
  return (
    <div className="border-b border-line px-5 py-3 max-md:px-4">
      <Note>{searchTexts.cut}</Note>
    </div>
  );
}

function Nothing({ search, isCut }: { search: AuditSearch; isCut: boolean }) {
  if (Object.keys(search).length === 0)
    return <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>;
  return (
    <Empty title={searchTexts.nothingTitle}>
      {isCut ? searchTexts.cutNothing : searchTexts.nothingText}
    </Empty>
  );
}

function endText(search: AuditSearch): string {
  return Object.keys(search).length === 0 ? texts.end : searchTexts.end;
}

function Entries({ items }: { items: readonly Entry[] }) {
  const { columns } = texts;
  return (
    <Table
      shape="stack"
      caption={texts.table}
      columns={[
        columns.seq,
        withZone(columns.at),
        columns.what,
        columns.whom,
        columns.who,
        columns.reason,
        columns.hash,
      ]}
    >
      {items.map((entry) => (
        <Row key={entry.seq} entry={entry} />
      ))}
    </Table>
  );
}

function Row({ entry }: { entry: Entry }) {
  const { columns } = texts;
  const change = changeWords(entry.before, entry.after);
  return (
    <tr>
      <Cell label={columns.seq} className="text-fg-2">
        {entry.seq}
      </Cell>
      <Cell label={columns.at} className="text-fg-2">
        <When at={entry.at} className="mono" />
      </Cell>
      <Cell label={columns.what}>
        <span className="min-w-0 whitespace-normal">
          {texts.actions[entry.action] ?? entry.action}
          {change === "" ? null : <span className="text-fg-2">: {change}</span>}
        </span>
      </Cell>
      <Cell label={columns.whom} className={entry.targetId === null ? "hide-small" : undefined}>
        {entry.targetId === null ? null : (
          <Somebody id={entry.targetId} email={entry.targetEmail} />
        )}
      </Cell>
      <Cell label={columns.who} className="text-fg-2">
        <Somebody id={entry.actorId} email={entry.actorEmail} />
      </Cell>
      <Cell label={columns.reason}>
        <span className="block max-w-80 min-w-0 py-1.5 break-words whitespace-normal">
          {entry.reason}
        </span>
      </Cell>
      <Cell label={columns.hash} className="mono text-fg-2">
        <span title={entry.hash}>{truncateMiddle(entry.hash, 6, 4)}</span>
      </Cell>
    </tr>
  );
}

/**
 * Name of the actor, linked to the actor's page. The operator and the operator's programs have a
 * name, but no e-mail address and no page.
 */
function Somebody(props: { id: string; email: string | null }) {
  const { id, email } = props;
  if (email !== null && email !== "" && !email.includes("@")) return email;
  return (
    <Link
      {...paths.adminPerson(id)}
      className="block max-w-56 min-w-0 truncate"
      title={email || id}
    >
      {calledBy(email, id)}
    </Link>
  );
}
