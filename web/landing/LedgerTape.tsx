/**
 * Lists the latest movements on this installation's chain, without their owners. Space for four
 * rows is reserved, so that the layout does not shift.
 */
import { usePublicStats, type PublicStats } from "../data/live/public-stats.ts";
import { Amount } from "../ui/figures/Amount.tsx";
import { LiveMark } from "../ui/loading/LiveMark.tsx";
import { utcTimeText } from "../ui/amounts/number-format.ts";
import { SixBlockMeter } from "../ui/figures/SixBlockMeter.tsx";
import { Cell, Table } from "../ui/layout/Table.tsx";
import { truncateMiddle } from "../ui/amounts/truncate-middle.ts";
import { Wrap } from "./Section.tsx";
import { tapeTexts as texts } from "./strings.ts";

type Movement = PublicStats["recent"][number];

const ROWS = 4;

export function LedgerTape() {
  const { stats, isError } = usePublicStats();
  const movements = stats?.recent.slice(0, ROWS) ?? [];
  return (
    <section className="border-y border-line bg-surface" aria-label={texts.label}>
      <Wrap className="grid wide:grid-cols-[190px_minmax(0,1fr)]">
        <div className="border-line py-4.5 max-wide:border-b max-wide:py-3 wide:border-r">
          <LiveMark isStale={stats === undefined}>{texts.live}</LiveMark>
          <p className="mt-1.5 text-xs text-fg-3">
            {stats === undefined ? null : `${utcTimeText(stats.at)} UTC`}
          </p>
        </div>
        <div className="min-h-[136px] max-md:min-h-[296px]">
          {movements.length === 0 ? (
            <p className="py-4.5 text-sm text-fg-2 wide:pl-6">
              {stats === undefined && !isError ? null : emptyText(isError)}
            </p>
          ) : (
            <Table
              shape="list"
              caption={texts.caption}
              className="plain [&_td]:h-[34px] wide:[&_td:first-child]:pl-6! max-md:[&_tr]:px-0! max-md:[&_tr]:py-2!"
            >
              {withKeys(movements).map(([key, movement]) => (
                <Row key={key} movement={movement} />
              ))}
            </Table>
          )}
        </div>
      </Wrap>
    </section>
  );
}

/**
 * Adds keys that do not change when newer movements arrive above. Movements of the same kind in one
 * transaction are numbered, so that their keys are unique.
 */
function withKeys(movements: readonly Movement[]): (readonly [string, Movement])[] {
  const seen = new Map<string, number>();
  return movements.map((movement) => {
    const key = `${movement.txid} ${movement.kind}`;
    const place = seen.get(key) ?? 0;
    seen.set(key, place + 1);
    return [`${key} ${place}`, movement];
  });
}

function emptyText(isError: boolean): string {
  return isError ? texts.notMonitored : texts.empty;
}

function Row({ movement }: { movement: Movement }) {
  return (
    <tr>
      <Cell className="mono text-fg-3">{utcTimeText(movement.at)}</Cell>
      <Cell className="lead">{texts.kinds[movement.kind]}</Cell>
      <Cell className="mono hide-small text-fg-2">
        <a href={`/transaction/${movement.txid}`}>{truncateMiddle(movement.txid)}</a>
      </Cell>
      <Cell className="end">
        <SixBlockMeter confirmations={movement.confirmations} hasCount />
      </Cell>
      <Cell className="num">
        <Amount sats={movement.amountSats} unit="BTC" />
      </Cell>
    </tr>
  );
}
