/** Lists the connections to this server's pool by IP address, busiest address first. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { withZone } from "../../ui/time/time-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { EndDialog, type Connected } from "./EndDialog.tsx";
import { adminPoolTexts as texts } from "./strings.ts";

type AdminPool = ApiAnswer<"getAdminPool">;

/** Prefix of the house rig's mining names. Users cannot choose mining names with this prefix. */
const HOUSE = "_house";

export function ConnectionsPanel({ pool }: { pool: AdminPool }) {
  /**
   * IP address with its connections at the time of the click. Some of them may have ended since.
   */
  const [ending, setEnding] = useState<Connected>();
  const { addresses, furtherAddresses } = pool;
  const isTable = addresses !== null && addresses.length > 0;
  return (
    <Panel
      title={texts.connected}
      foot={footOf(furtherAddresses ?? 0)}
      isFlush={addresses !== null}
    >
      {addresses === null ? <NotMonitored /> : null}
      {addresses !== null && !isTable ? (
        <Empty title={texts.emptyTitle}>{texts.emptyText}</Empty>
      ) : null}
      {isTable ? (
        <Table
          shape="stack"
          isDense
          caption={texts.connected}
          columns={[
            texts.address,
            { label: texts.connections, isNumber: true },
            texts.names,
            { label: texts.shares, isNumber: true },
            { label: texts.rejects, isNumber: true },
            withZone(texts.since),
            { label: texts.actions, isNumber: true },
          ]}
        >
          {addresses.map((connected) => (
            <Row key={connected.address} connected={connected} onEnd={() => setEnding(connected)} />
          ))}
        </Table>
      ) : null}
      {ending === undefined ? null : (
        <EndDialog connected={ending} onClose={() => setEnding(undefined)} />
      )}
    </Panel>
  );
}

function footOf(further: number): string {
  if (further === 0) return texts.connectedFoot;
  return `${texts.further(wholeText(further))} ${texts.connectedFoot}`;
}

function Row({ connected, onEnd }: { connected: Connected; onEnd: () => void }) {
  const { address, connections, sharesAMinute, rejectsAMinute, since } = connected;
  return (
    <tr>
      <Cell className="lead mono wrap-anywhere">{address}</Cell>
      <Cell label={texts.connections} className="num">
        {wholeText(connections)}
      </Cell>
      <Cell label={texts.names}>
        <Names {...connected} />
      </Cell>
      <Cell label={texts.shares} className="num">
        {wholeText(sharesAMinute)}
      </Cell>
      <Cell label={texts.rejects} className="num">
        {wholeText(rejectsAMinute)}
      </Cell>
      <Cell label={texts.since}>
        <When at={since} />
      </Cell>
      <Cell className="actions">
        <Button size="small" aria-label={texts.endLabel(address)} onClick={onEnd}>
          {texts.end}
        </Button>
      </Cell>
    </tr>
  );
}

/** Mining names used from an IP address, each linked to the user's page. */
function Names({ names, furtherNames }: Connected) {
  if (names.length === 0) return texts.noNames;
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      {names.map((name) =>
        name === HOUSE ? (
          <span key={name}>{texts.houseRig}</span>
        ) : (
          <Link key={name} {...paths.adminUsers} search={{ search: name }} className="underline">
            {name}
          </Link>
        ),
      )}
      {furtherNames === 0 ? null : <span>{texts.furtherNames(wholeText(furtherNames))}</span>}
    </span>
  );
}
