/**
 * /admin/pool: running pools, and connections by IP address. Administrators can end connections.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { UpdatedMark } from "../UpdatedMark.tsx";
import { bytesText } from "../dashboard/measures.ts";
import { ConnectionsPanel } from "./ConnectionsPanel.tsx";
import { adminPoolTexts as texts } from "./strings.ts";

type AdminPool = ApiAnswer<"getAdminPool">;
type Instance = AdminPool["instances"][number];

const REFRESH_MS = 5_000;

export function AdminPoolPage() {
  const pool = useQuery({ ...apiQuery("getAdminPool"), refetchInterval: REFRESH_MS });
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <>
            <UpdatedMark at={pool.data?.at} isStale={pool.isError} />
            <Link {...paths.pool} className="reach text-sm font-[550]">
              {texts.page}
            </Link>
          </>
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={pool} lines={8} still={texts.still}>
        {(loaded) => (
          <div className="grid gap-4">
            <RunningPanel pool={loaded} />
            <ConnectionsPanel pool={loaded} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function RunningPanel({ pool: { instances, journalBytes } }: { pool: AdminPool }) {
  const foot = journalBytes === null ? undefined : texts.runningFoot(bytesText(journalBytes));
  return (
    <Panel title={texts.running} foot={foot} isFlush={instances.length > 0}>
      {instances.length === 0 ? (
        <NotMonitored />
      ) : (
        <Table
          shape="stack"
          isDense
          caption={texts.running}
          columns={[
            texts.place,
            texts.started,
            { label: texts.connections, isNumber: true },
            texts.template,
            texts.lastShare,
          ]}
        >
          {instances.map((instance) => (
            <InstanceRow key={instance.id} instance={instance} />
          ))}
        </Table>
      )}
    </Panel>
  );
}

function InstanceRow({ instance }: { instance: Instance }) {
  const { host, port, startedAt, connections, templateAt, templateHeight, lastShareAt } = instance;
  return (
    <tr>
      <Cell className="lead mono">
        {host.includes(":") ? `[${host}]` : host}:{port}
      </Cell>
      <Cell label={texts.started}>
        <When at={startedAt} />
      </Cell>
      <Cell label={texts.connections} className="num">
        {wholeText(connections)}
      </Cell>
      <Cell label={texts.template}>
        {templateAt === null ? (
          texts.noTemplate
        ) : (
          <span>
            {templateHeight === null ? null : `${texts.height(wholeText(templateHeight))} `}
            <When at={templateAt} isAgo />
          </span>
        )}
      </Cell>
      <Cell label={texts.lastShare}>
        {lastShareAt === null ? texts.noShare : <When at={lastShareAt} isAgo />}
      </Cell>
    </tr>
  );
}
