/** Lists the latest withdrawals on this installation's chain, next to the sample withdrawals. */
import { usePublicStats } from "../data/live/public-stats.ts";
import { Amount } from "../ui/figures/Amount.tsx";
import { Panel } from "../ui/layout/Panel.tsx";
import { SixBlockMeter } from "../ui/figures/SixBlockMeter.tsx";
import { Cell, Table } from "../ui/layout/Table.tsx";
import { testimonialTexts as texts } from "./strings.ts";
import { truncateMiddle } from "../ui/amounts/truncate-middle.ts";

const REAL_MAX = 3;

export function RealWithdrawals() {
  const { stats, isError } = usePublicStats();
  const withdrawals = stats?.recent.filter(({ kind }) => kind === "withdrawal") ?? [];
  return (
    <Panel title={texts.last} titleId="last-withdrawals" isFlush className="min-h-[146px]">
      {withdrawals.length === 0 ? (
        <p className="px-5 py-4 text-sm text-fg-2 max-md:px-4">
          {isError ? texts.notMonitored : null}
          {stats === undefined ? null : texts.none}
        </p>
      ) : (
        <Table isDense caption={texts.last}>
          {withdrawals.slice(0, REAL_MAX).map((withdrawal) => (
            <tr key={withdrawal.txid}>
              <Cell className="mono">
                <a href={`/transaction/${withdrawal.txid}`}>
                  {truncateMiddle(withdrawal.txid, 6, 4)}
                </a>
              </Cell>
              <Cell>
                <SixBlockMeter confirmations={withdrawal.confirmations} />
              </Cell>
              <Cell className="num">
                <Amount sats={withdrawal.amountSats} unit="BTC" hasUnit={false} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
