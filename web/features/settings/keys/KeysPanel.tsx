/** Lists the user's keys with scopes, allowed networks, expiry and last use. */
import { useState } from "react";
import { keyLimits } from "../../../../api/limits.ts";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { RevokeKeyDialog, type KeyRow } from "./RevokeKeyDialog.tsx";
import { keysTexts as texts, scopeTexts } from "./strings.ts";

const MINUTE_MS = 60_000;

export function KeysPanel({ items, onMake }: { items: readonly KeyRow[]; onMake: () => void }) {
  const [revoking, setRevoking] = useState<KeyRow>();
  const { keysMax } = keyLimits;
  const make = (
    <Button
      variant="primary"
      disabledReason={items.length >= keysMax ? texts.full(keysMax) : undefined}
      onClick={onMake}
    >
      {texts.make}
    </Button>
  );
  const isEmpty = items.length === 0;
  return (
    <Panel title={texts.panel} isFlush foot={isEmpty ? undefined : make}>
      {isEmpty ? (
        <Empty title={texts.emptyTitle} action={make}>
          {texts.emptyText}
        </Empty>
      ) : (
        <List items={items} onRevoke={setRevoking} />
      )}
      {revoking === undefined ? null : (
        <RevokeKeyDialog row={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </Panel>
  );
}

function List(props: { items: readonly KeyRow[]; onRevoke: (key: KeyRow) => void }) {
  const { name, may, from, until, lastUse } = texts.columns;
  return (
    <Table
      shape="stack"
      caption={texts.panel}
      columns={[name, may, from, withZone(until), withZone(lastUse), ""]}
    >
      {props.items.map((row) => (
        <Row key={row.id} row={row} onRevoke={() => props.onRevoke(row)} />
      ))}
    </Table>
  );
}

function Row({ row, onRevoke }: { row: KeyRow; onRevoke: () => void }) {
  const { columns } = texts;
  const { name, hint, scopes, networks, lastUsedAt, lastUsedIp } = row;
  return (
    <tr>
      <Cell className="lead">
        <span className="[overflow-wrap:anywhere]">{name}</span>
        <span translate="no" className="mono ml-2 text-xs text-fg-2">
          {hint}...
        </span>
      </Cell>
      <Cell label={columns.may}>{scopes.map((scope) => scopeTexts[scope].label).join(", ")}</Cell>
      <Cell label={columns.from}>
        {networks.length === 0 ? (
          texts.anywhere
        ) : (
          <span translate="no" className="mono [overflow-wrap:anywhere]">
            {networks.join(", ")}
          </span>
        )}
      </Cell>
      <Cell label={columns.until}>
        <Until endsAt={row.endsAt} />
      </Cell>
      <Cell label={columns.lastUse}>
        {lastUsedAt === null ? (
          texts.unused
        ) : (
          <span>
            <When at={lastUsedAt} className="mono" />{" "}
            {lastUsedIp === null ? null : texts.by(lastUsedIp)}
          </span>
        )}
      </Cell>
      <Cell className="actions">
        <Button size="small" aria-label={texts.revokeLabel(name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      </Cell>
    </tr>
  );
}

function Until({ endsAt }: { endsAt: string | null }) {
  const now = useNow(MINUTE_MS);
  if (endsAt === null) return texts.noEnd;
  return (
    <span>
      <When at={endsAt} className="mono" />{" "}
      {new Date(endsAt) <= now ? <Tag kind="down">{texts.ended}</Tag> : null}
    </span>
  );
}
