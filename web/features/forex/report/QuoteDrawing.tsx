/**
 * Draws bid and ask between the sending of an order and its fill. Only the two endpoints are known,
 * so the lines between them are dashed.
 */
import { ChartText } from "../../../ui/charts/labels.tsx";
import { Plot } from "../../../ui/charts/Plot.tsx";
import { int32Of, type FillFacts } from "./fill-facts.ts";
import { reportTexts as texts } from "./strings.ts";

/** The space to the right of the fill is reserved for price labels. */
const SIZE = { width: 352, height: 150, right: 250, top: 22, bottom: 126 } as const;
const SENT_X = 40;
const APART = 13;

export function QuoteDrawing({ facts }: { facts: FillFacts }) {
  const { instrument, seen, used, price, units, latencyMs } = facts;
  const first = seen ?? used;
  const valueOf = (text: string) => int32Of(text, instrument);
  const values = [first.bid, first.ask, used.bid, used.ask, price].map(valueOf);
  const ink = units > 0 ? "ask" : "bid";
  return (
    <Plot
      summary={texts.drawing(`${first.bid} / ${first.ask}`, `${used.bid} / ${used.ask}`, latencyMs)}
      wide={SIZE}
      x={[0, 1]}
      y={[Math.min(...values), Math.max(...values)]}
    >
      {({ size: { right }, y }) => {
        const [ask, bid] = [y(valueOf(used.ask)), y(valueOf(used.bid))];
        const askY = ask + 4 - (bid - ask < APART ? 4 : 0);
        const bidY = Math.max(bid + 4, ask + APART);
        return (
          <>
            <path d={`M${SENT_X} 10V132M${right} 10V132`} className="stroke-line-strong" />
            {(["ask", "bid"] as const).map((side) => {
              const [from, to] = [y(valueOf(first[side])), y(valueOf(used[side]))];
              return (
                <g key={side} className={side === ink ? "stroke-fg" : "stroke-fg-3"}>
                  <path d={`M4 ${from}H${SENT_X}M${right} ${to}h14`} strokeWidth={2} />
                  <path d={`M${SENT_X} ${from}L${right} ${to}`} strokeDasharray="3 4" />
                </g>
              );
            })}
            <circle cx={right} cy={y(valueOf(price))} r={4} className="fill-accent-line" />
            <ChartText x={right + 20} y={askY} text={`${texts.ask} ${used.ask}`} />
            <ChartText x={right + 20} y={bidY} text={`${texts.bid} ${used.bid}`} />
            <ChartText x={SENT_X} y={146} anchor="middle" text={texts.sent} />
            <ChartText x={(SENT_X + right) / 2} y={146} anchor="middle" text={`${latencyMs} ms`} />
            <ChartText x={right} y={146} anchor="middle" look="strong" text={texts.filled} />
          </>
        );
      }}
    </Plot>
  );
}
