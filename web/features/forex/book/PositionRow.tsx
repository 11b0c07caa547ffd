/** Shows a net position with its live profit or loss, and buttons that close or reverse it. */
import { memo } from "react";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Cell } from "../../../ui/layout/Table.tsx";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { readScaled } from "../quotes/live-quote.ts";
import { Price } from "../quotes/Price.tsx";
import { gridText, knownInstrument, pairName } from "../quotes/price-text.ts";
import { useQuote } from "../quotes/use-quotes.ts";
import { listTexts as texts } from "./list-strings.ts";
import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { Tag } from "../../../ui/layout/Tag.tsx";

export type Position = ApiAnswer<"listForexPositions">["items"][number];

export const PositionRow = memo(function PositionRow(props: {
  position: Position;
  unrealised: bigint;
  margin: bigint;
  onClose: (position: Position) => void;
  onReverse: (position: Position) => void;
}) {
  const { position } = props;
  const { instrument, units } = position;
  const pair = pairName(instrument);
  const { columns } = texts;
  return (
    <tr>
      <Cell className="lead">{pair}</Cell>
      <Cell label={columns.side}>
        <SideTag units={units} />
      </Cell>
      <Cell label={columns.units} className="num">
        {wholeText(units).replace("-", "\u2212")}
      </Cell>
      <Cell label={columns.average} className="num">
        <Price of={instrument} at={readScaled(position.averagePrice, instrument)} />
      </Cell>
      <Cell label={columns.now} className="num">
        <PriceNow instrument={instrument} units={units} />
      </Cell>
      <Cell label={columns.stopOut} className="num">
        <span translate="no" className="mono text-fg-2">
          {position.stopOutPrice === null
            ? texts.none
            : gridText(position.stopOutPrice, knownInstrument(instrument))}
        </span>
      </Cell>
      <Cell label={columns.margin} className="num">
        <Usd cents={props.margin} hasUnit={false} />
      </Cell>
      <Cell label={columns.unrealised} className="num font-semibold">
        <Usd cents={props.unrealised} isResult hasUnit={false} className="live-value" />
      </Cell>
      <Cell className="actions">
        <span className="inline-flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.reverseLabel(pair)}
            onClick={() => props.onReverse(position)}
          >
            {texts.reverse}
          </Button>
          <Button
            size="small"
            aria-label={texts.closeLabel(pair)}
            onClick={() => props.onClose(position)}
          >
            {texts.close}
          </Button>
        </span>
      </Cell>
    </tr>
  );
});

/**
 * Price at which the position would close: the bid for a long position, the ask for a short one.
 */
function PriceNow({ instrument, units }: { instrument: string; units: number }) {
  const quote = useQuote(instrument);
  return <Price of={instrument} at={units > 0 ? quote?.bid : quote?.ask} className="live-value" />;
}

function SideTag({ units }: { units: number }) {
  const Icon = units > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <Tag>
      <Icon className="size-3" strokeWidth={1.5} aria-hidden />
      {units > 0 ? texts.long : texts.short}
    </Tag>
  );
}
