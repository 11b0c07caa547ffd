/**
 * Bid and ask from the sending of an order to its fill. The two ticks are known; what was between
 * is dashed.
 */
import { ChartText } from "../../../ui/charts/ChartParts.tsx";
import { linear } from "../../../ui/charts/scale.ts";
import { int32Of, type FillFacts } from "./fill-facts.ts";
import { reportTexts as texts } from "./strings.ts";

const SIZE = { width: 352, height: 150, left: 40, right: 250, top: 22, bottom: 126 } as const;
const APART = 13;

export function QuoteDrawing({ facts }: { facts: FillFacts }) {
  const { instrument, seen, used, price: priceText, units, latencyMs } = facts;
  const price = int32Of(priceText, instrument);
  const first = seen ?? used;
  const of = (text: string) => int32Of(text, instrument);
  const prices = [of(first.bid), of(first.ask), of(used.bid), of(used.ask), price];
  const y = linear([Math.min(...prices), Math.max(...prices)], [SIZE.bottom, SIZE.top]);
  const { left, right, width } = SIZE;
  const isBuy = units > 0;
  const at = y(price);
  const [askAt, bidAt] = [y(of(used.ask)), y(of(used.bid))];
  return (
    <svg
      viewBox={`0 0 ${width} ${SIZE.height}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
      role="img"
      aria-label={texts.drawing(
        `${first.bid} / ${first.ask}`,
        `${used.bid} / ${used.ask}`,
        latencyMs,
      )}
      className="h-auto w-full overflow-visible"
    >
      {[left, right].map((x) => (
        <line key={x} x1={x} x2={x} y1={10} y2={132} className="stroke-line-strong" />
      ))}
      {(["ask", "bid"] as const).map((side) => (
        <g key={side} className={side === (isBuy ? "ask" : "bid") ? "stroke-fg" : "stroke-fg-3"}>
          <line x1={4} x2={left} y1={y(of(first[side]))} y2={y(of(first[side]))} strokeWidth={2} />
          <line
            x1={left}
            x2={right}
            y1={y(of(first[side]))}
            y2={y(of(used[side]))}
            strokeDasharray="3 4"
          />
          <line
            x1={right}
            x2={right + 14}
            y1={y(of(used[side]))}
            y2={y(of(used[side]))}
            strokeWidth={2}
          />
        </g>
      ))}
      <circle cx={right} cy={at} r={4} className="fill-accent-line" />
      <ChartText x={right + 20} y={askAt + 4 - (bidAt - askAt < APART ? 4 : 0)}>
        {`${texts.ask} ${used.ask}`}
      </ChartText>
      <ChartText x={right + 20} y={Math.max(bidAt + 4, askAt + APART)}>
        {`${texts.bid} ${used.bid}`}
      </ChartText>
      <ChartText x={left} y={146} anchor="middle">
        {texts.sent}
      </ChartText>
      <ChartText x={(left + right) / 2} y={146} anchor="middle">
        {`${latencyMs} ms`}
      </ChartText>
      <ChartText x={right} y={146} anchor="middle" look="strong">
        {texts.filled}
      </ChartText>
    </svg>
  );
}
