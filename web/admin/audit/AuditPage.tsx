/** /admin/audit: what administrators did, newest first and searched, its head, and a check of the hash chain. */
import { Link, useSearch } from "@tanstack/react-router";
import { api, type ApiAnswer } from "../../api.ts";
import { paths } from "../../paths.ts";
import { When } from "../../time/When.tsx";
import { zoneName } from "../../time/time-text.ts";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { MorePages } from "../../ui/MorePages.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Cell, Table } from "../../ui/Table.tsx";
import { truncateMiddle } from "../../ui/truncate-middle.ts";
import { usePages } from "../../use-pages.ts";
import { auditTexts as texts, changeWords } from "../strings.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { readAuditSearch, type AuditSearch } from "./audit-search.ts";
import { auditSearchTexts as searchTexts } from "./strings.ts";
import { ChainCheck } from "./ChainCheck.tsx";

type Entry = ApiAnswer<"listAudit">["items"][number];

export function AuditPage() {
  const search = readAuditSearch(useSearch({ strict: false }));
  const entries = usePages(["listAudit", "pages", search], (at) =>
    api("listAudit", { query: { ...search, ...at } }),
  );
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid gap-4">
        <ChainCheck />
        <Panel isFlush>
          <AuditFilters search={search} />
          <Loaded query={entries} isFlush lines={6}>
            {({ pages }) => {
              const items = pages.flatMap((page) => page.items);
              if (items.length === 0)
                return Object.keys(search).length === 0 ? (
                  <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>
                ) : (
                  <Empty title={searchTexts.nothingTitle}>{searchTexts.nothingText}</Empty>
                );
              return (
                <>
                  <Entries items={items} />
                  <MorePages pages={entries} label={texts.more} end={endText(search)} />
                </>
              );
            }}
          </Loaded>
        </Panel>
      </div>
    </>
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
        `${columns.at} (${zoneName()})`,
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
      <Cell label={columns.whom}>
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

function Somebody(props: { id: string; email: string | null }) {
  return (
    <Link
      {...paths.adminPerson(props.id)}
      className="block max-w-56 min-w-0 truncate"
      title={props.email ?? props.id}
    >
      {props.email ?? `${texts.gone} ${props.id.slice(0, 8)}`}
    </Link>
  );
}
