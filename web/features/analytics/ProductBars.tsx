/**
 * Draws the profit or loss of each product as bars from zero. The table above has the exact
 * figures.
 */
import { ChartText } from "../../ui/charts/labels.tsx";
import { Plot, type PlotSize } from "../../ui/charts/Plot.tsx";
import { linear } from "../../ui/charts/scale.ts";
import { useReferenceRate, useUnit } from "../../ui/preferences/unit.ts";
import { amountText } from "../../ui/amounts/amount-format.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { Outlook } from "./outlook.ts";
import type { Analytics } from "./report.ts";
import { analyticsTexts as texts, productNames } from "./strings.ts";

interface Bar {
  readonly name: string;
  /** Profit or loss so far, according to the ledger. */
  readonly sats: number;
  readonly aheadSats: number;
}

const ROW_PX = 62;
const BAR_PX = 14;

export function ProductBars(props: { analytics: Analytics; outlook: Outlook }) {
  const { analytics, outlook } = props;
  const unit = useUnit();
  const centsPerBtc = useReferenceRate();
  const bars = analytics.products
    .map(({ product, incomeSats, costSats }) => ({
      name: productNames[product],
      sats: incomeSats - costSats,
      aheadSats: outlook[product] ?? 0,
    }))
    .filter(({ sats, aheadSats }) => sats !== 0 || aheadSats !== 0);
  if (bars.length === 0) return null;
  const textOf = (sats: number) => {
    const text = amountText(BigInt(sats), unit, { isSigned: true, centsPerBtc });
    return `${text.sign}${text.zeros}${text.digits} ${text.unit}`;
  };
  const summary = bars
    .map(({ name, sats, aheadSats }) =>
      aheadSats === 0
        ? `${name} ${textOf(sats)}`
        : `${name} ${textOf(sats + aheadSats)}, ${texts.ahead(textOf(sats))}`,
    )
    .join(", ");
  const hasAhead = bars.some(({ aheadSats }) => aheadSats !== 0);
  const height = bars.length * ROW_PX + 8;
  const size = (width: number): PlotSize => ({
    width,
    height,
    right: width,
    top: 0,
    bottom: height,
  });
  return (
    <Panel title={texts.contribution} foot={hasAhead ? texts.aheadNote : undefined}>
      <Plot summary={summary} wide={size(460)} narrow={size(312)} x={[0, 1]} y={[0, 1]}>
        {({ size: { width } }) => <Bars bars={bars} width={width} textOf={textOf} />}
      </Plot>
    </Panel>
  );
}

function nearerToZero(one: number, other: number): number {
  return Math.abs(one) < Math.abs(other) ? one : other;
}

function Bars(props: { bars: readonly Bar[]; width: number; textOf: (sats: number) => string }) {
  const { bars, width, textOf } = props;
  const values = bars.flatMap(({ sats, aheadSats }) => [sats, sats + aheadSats]);
  const x = linear([Math.min(0, ...values), Math.max(0, ...values)], [1, width - 1]);
  return (
    <>
      {bars.map(({ name, sats, aheadSats }, row) => {
        const total = sats + aheadSats;
        // The part of the current profit or loss that is expected to remain is solid, and the rest
        // of the bar is dashed.
        const lasting = Math.sign(sats) === Math.sign(total) ? nearerToZero(sats, total) : 0;
        const top = row * ROW_PX;
        return (
          <g key={name}>
            <ChartText x={0} y={top + 14} text={name} />
            <ChartText
              x={width}
              y={top + 14}
              anchor="end"
              look={total < 0 ? "down" : "up"}
              text={textOf(total)}
            />
            {aheadSats === 0 ? null : (
              <ChartText x={0} y={top + 50} text={texts.ahead(textOf(sats))} />
            )}
            {aheadSats === 0 ? null : (
              <rect
                x={Math.min(x(sats), x(total))}
                y={top + 22}
                width={Math.max(1, Math.abs(x(total) - x(sats)))}
                height={BAR_PX}
                className="fill-none stroke-ref [stroke-dasharray:3_3]"
              />
            )}
            <rect
              x={Math.min(x(0), x(lasting))}
              y={top + 22}
              width={Math.max(1, Math.abs(x(lasting) - x(0)))}
              height={BAR_PX}
              className={sats < 0 ? "fill-none stroke-down" : "fill-fg stroke-fg"}
            />
            <line
              x1={x(0)}
              x2={x(0)}
              y1={top + 18}
              y2={top + 26 + BAR_PX}
              strokeWidth={2}
              className="stroke-accent-line"
            />
          </g>
        );
      })}
    </>
  );
}
