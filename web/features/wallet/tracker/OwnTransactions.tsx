/** Lists the user's newest deposits and withdrawals, each with a link to its tracker. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "../../../ui/navigation/paths.ts";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SixBlockMeter } from "../../../ui/figures/SixBlockMeter.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { OWN_LIMIT, ownQueries } from "./own-queries.ts";
import { newestOf, type OwnRow } from "./own-rows.ts";
import { trackerTexts as texts } from "./strings.ts";
import { TransactionLink } from "./TransactionLink.tsx";

export function OwnTransactions() {
  const withdrawals = useQuery(ownQueries.withdrawals);
  const deposits = useQuery(ownQueries.deposits);
  const first = withdrawals.data;
  const rows =
    first === undefined || deposits.data === undefined
      ? undefined
      : newestOf(first.items, deposits.data.items).slice(0, OWN_LIMIT);
  return (
    <Panel
      title={texts.own}
      isFlush
      end={
        <Link {...paths.history} className="reach">
          {texts.history}
        </Link>
      }
    >
      <Loaded query={{ ...(deposits.isError ? deposits : withdrawals), data: rows }} isFlush>
        {(some) =>
          some.length === 0 ? (
            <Empty
              title={texts.ownEmpty}
              action={
                <Link {...paths.deposit} className={buttonClass()}>
                  {texts.getCoins}
                </Link>
              }
            >
              {texts.ownEmptyText}
            </Empty>
          ) : (
            <Table
              shape="list"
              caption={texts.own}
              columns={[
                withZone(texts.columns.time),
                texts.columns.transaction,
                texts.columns.state,
                { label: texts.columns.amount, isMoney: true },
              ]}
            >
              {some.map((row) => (
                <Row key={row.id} {...row} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Row({ id, at, what, txid, state, isDeposit, sats }: OwnRow) {
  return (
    <tr>
      <Cell className="end text-fg-2">
        <When at={at} className="mono" />
      </Cell>
      <Cell className="lead">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="md:min-w-36">{what}</span>
          <TransactionLink id={txid ?? id} hasCopy={false} />
        </span>
      </Cell>
      <Cell>
        {typeof state === "number" ? (
          <SixBlockMeter confirmations={state} isDeposit={isDeposit} hasCount />
        ) : (
          <Tag kind={state.isBad ? "down" : "fact"}>{state.words}</Tag>
        )}
      </Cell>
      <Cell isMoney>
        <Amount sats={sats} isSigned hasUnit={false} />
      </Cell>
    </tr>
  );
}
