/** Lists the incidents of the platform, newest first. */
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { usePages } from "../../data/api/use-pages.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { fullText } from "../../ui/time/time-text.ts";
import { incidentTexts as texts } from "./strings.ts";

type Incident = ApiAnswer<"listIncidents">["items"][number];

const REFETCH_MS = 10_000;

export function IncidentsPanel() {
  const incidents = usePages(
    ["listIncidents"],
    (at) => api("listIncidents", { query: { ...at, limit: 20 } }),
    { refetchInterval: REFETCH_MS },
  );
  return (
    <Panel title={texts.title} isFlush>
      <Loaded query={incidents} lines={3} isFlush>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Empty title={texts.empty}>{texts.emptyText}</Empty>;
          return (
            <>
              <Table
                shape="stack"
                caption={texts.title}
                columns={[texts.kind, texts.detail, texts.began, texts.ended]}
              >
                {items.map((incident) => (
                  <IncidentRow key={incident.id} incident={incident} />
                ))}
              </Table>
              <MorePages pages={incidents} label={texts.older} end={texts.oldest} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function IncidentRow({ incident: { kind, detail, startedAt, endedAt } }: { incident: Incident }) {
  return (
    <tr>
      <Cell className="lead">{texts.kinds[kind]}</Cell>
      <Cell label={texts.detail}>
        <span className="block max-w-xl min-w-0 py-1.5 wrap-anywhere whitespace-normal">
          {detail}
        </span>
      </Cell>
      <Cell label={texts.began}>{fullText(new Date(startedAt))}</Cell>
      <Cell label={texts.ended}>
        {endedAt === null ? <Tag kind="down">{texts.ongoing}</Tag> : fullText(new Date(endedAt))}
      </Cell>
    </tr>
  );
}
