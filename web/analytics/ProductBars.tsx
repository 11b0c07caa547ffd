/**
 * What each product added to or took from the account, as bars from the floor at zero. The table
 * beside has the figures.
 */
import { ChartFrame, ChartText, type ChartSize } from "../charts/ChartParts.tsx";
import { linear } from "../charts/scale.ts";
import { useReferenceRate, useUnit } from "../preferences/unit.ts";
import { amountText } from "../amounts/amount-format.ts";
import { Panel } from "../ui/Panel.tsx";
import type { Analytics } from "./report.ts";
import { analyticsTexts as texts, productNames } from "./strings.ts";

interface Bar {
  readonly name: string;
  readonly sats: number;
}

const ROW_PX = 52;
const BAR_PX = 14;

export function ProductBars({ analytics }: { analytics: Analytics }) {
  const unit = useUnit();
  const centsPerBtc = useReferenceRate();
  const bars = analytics.products
    .map(({ product, incomeSats, costSats }) => ({
      name: productNames[product],
      sats: incomeSats - costSats,
    }))
    .filter(({ sats }) => sats !== 0);
  if (bars.length === 0) return null;
  const textOf = (sats: number) => {
    const text = amountText(BigInt(sats), unit, { isSigned: true, centsPerBtc });
    return `${text.sign}${text.zeros}${text.digits} ${text.unit}`;
  };
  const summary = bars.map(({ name, sats }) => `${name} ${textOf(sats)}`).join(", ");
  const height = bars.length * ROW_PX + 8;
  const size = (width: number): ChartSize => ({
    width,
    height,
    right: width,
    top: 0,
    bottom: height,
  });
  return (
    <Panel title={texts.contribution}>
      <ChartFrame summary={summary} wide={size(460)} narrow={size(312)}>
        {({ width }) => <Bars bars={bars} width={width} textOf={textOf} />}
      </ChartFrame>
    </Panel>
  );
}

function Bars(props: { bars: readonly Bar[]; width: number; textOf: (sats: number) => string }) {
  const { bars, width } = props;
  const values = bars.map(({ sats }) => sats);
  const x = linear([Math.min(0, ...values), Math.max(0, ...values)], [1, width - 1]);
  return (
    <>
      {bars.map(({ name, sats }, row) => {
        const top = row * ROW_PX;
        return (
          <g key={name}>
            <ChartText x={0} y={top + 14}>
              {name}
            </ChartText>
            <ChartText x={width} y={top + 14} anchor="end" look={sats < 0 ? "down" : "up"}>
              {props.textOf(sats)}
            </ChartText>
            <rect
              x={Math.min(x(0), x(sats))}
              y={top + 22}
              width={Math.max(1, Math.abs(x(sats) - x(0)))}
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
