/**
 * /admin/security: security events of the last day by kind and by network, and how they were
 * handled.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { UpdatedMark } from "../UpdatedMark.tsx";
import { NetworksPanel } from "./NetworksPanel.tsx";
import { securityTexts as texts } from "./strings.ts";
import { whatWords } from "./event-names.ts";

type Security = ApiAnswer<"getSecurity">;

const REFRESH_MS = 15_000;
const WHAT_SHOWN = 4;

export function SecurityPage() {
  const security = useQuery({ ...apiQuery("getSecurity"), refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <>
            <UpdatedMark at={security.data?.at} isStale={security.isError} />
            <Link {...paths.adminAudit} className="reach text-sm font-[550]">
              Audit
            </Link>
          </>
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={security} lines={8} still={texts.still}>
        {(loaded) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <KindsPanel security={loaded} />
            <NetworksPanel security={loaded} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function KindsPanel({ security: { kinds, keptDays } }: { security: Security }) {
  return (
    <Panel title={texts.byKind} foot={texts.byKindFoot(keptDays)} isFlush>
      {kinds.length === 0 ? (
        <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>
      ) : (
        <Table
          shape="stack"
          caption={texts.byKind}
          columns={[texts.kind, { label: texts.count, isNumber: true }, texts.what, texts.done]}
        >
          {kinds.map((one) => (
            <tr key={one.kind}>
              <Cell className="lead">{texts.kinds[one.kind].name}</Cell>
              <Cell label={texts.count} className="num">
                {wholeText(one.count)}
              </Cell>
              <Cell label={texts.what}>
                <What of={one.what} />
              </Cell>
              <Cell label={texts.done} className="full">
                {texts.kinds[one.kind].done}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}

/** The tooltip shows the refusal code, or the route's name as in /api/docs. */
function What({ of }: { of: Security["kinds"][number]["what"] }) {
  const further = of.length - WHAT_SHOWN;
  return (
    <ul className="grid gap-0.5 md:py-2">
      {of.slice(0, WHAT_SHOWN).map(({ what, count }) => (
        <li key={what} className="wrap-anywhere">
          <span title={what}>{whatWords(what)}</span> {wholeText(count)}
        </li>
      ))}
      {further > 0 ? <li className="text-fg-2">{texts.further(further)}</li> : null}
    </ul>
  );
}
