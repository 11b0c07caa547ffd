/** The last movements of the account; everything else is in the history. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../api/query.ts";
import { Cause } from "../history/Cause.tsx";
import { paths } from "../navigation/paths.ts";
import { zoneName } from "../time/time-text.ts";
import { When } from "../time/When.tsx";
import { Amount } from "../ui/Amount.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { Panel } from "../ui/Panel.tsx";
import { SixBlockMeter } from "../ui/SixBlockMeter.tsx";
import { Cell, Table } from "../ui/Table.tsx";
import { Tag } from "../ui/Tag.tsx";
import { activityRows, type ActivityRow } from "./activity-rows.ts";
import { dashboardTexts as texts } from "./strings.ts";

export function Activity() {
  const entries = useQuery(
    apiQuery("listEntries", { query: { asset: "BTC", account: "available", limit: 100 } }),
  );
  const deposits = useQuery(apiQuery("listDeposits"));
  const withdrawals = useQuery(apiQuery("listWithdrawals", { query: { limit: 20 } }));
  return (
    <Panel
      title={texts.activity}
      isFlush
      end={
        <Link {...paths.history} className="text-sm">
          {texts.fullHistory}
        </Link>
      }
    >
      <Loaded query={entries} isFlush lines={5}>
        {({ items }) => (
          <Rows
            rows={activityRows(deposits.data?.items ?? [], items, withdrawals.data?.items ?? [])}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function Rows({ rows }: { rows: readonly ActivityRow[] }) {
  if (rows.length === 0) {
    return <p className="px-5 py-6 text-sm text-fg-2 max-md:px-4">{texts.activityEmpty}</p>;
  }
  return (
    <Table
      shape="list"
      caption={texts.activity}
      columns={[
        `Time (${zoneName()})`,
        "What",
        "Detail",
        "Status",
        { label: "Amount", isMoney: true },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.key}>
          <Cell className="end text-fg-2">
            <When at={row.at} className="mono" />
          </Cell>
          <Cell className="lead">{row.what}</Cell>
          <Cell>
            <Cause cause={row.cause} />
          </Cell>
          <Cell className={row.status === undefined ? "hide-small" : "last"}>
            <Status status={row.status} />
          </Cell>
          <Cell isMoney>
            <Amount sats={row.amountSats} isSigned hasUnit={false} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Status({ status }: { status: ActivityRow["status"] }) {
  if (status === undefined) return null;
  if (status.kind === "words") return <Tag>{status.words}</Tag>;
  return <SixBlockMeter confirmations={status.count} isTakenBack={status.isTakenBack} hasCount />;
}
