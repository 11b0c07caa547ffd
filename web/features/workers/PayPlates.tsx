/** Shows the pay for measured work: measured rate, today's earnings, amount due and amount paid. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import type { Measured } from "./WorkersPanel.tsx";
import { workerTexts as texts } from "./strings.ts";
import { difficultyFigure, shortSats } from "./work-text.ts";

type Work = ApiAnswer<"getMeasuredWork">;

export function PayPlates({ work, rate }: { work: Work; rate: Measured | undefined }) {
  const { today } = work;
  const above = BigInt(work.unpaidNanosats);
  return (
    <Plates label={texts.pay} className="sm:grid-cols-2 xl:grid-cols-4">
      <Plate
        label={
          <>
            {texts.rate} <Tag>{texts.measured}</Tag>
          </>
        }
        foot={texts.rateFoot}
      >
        <Figure>
          {rate === null || rate === undefined
            ? texts.noShares
            : measuredRateText(rate.hashRateThs)}
        </Figure>
      </Plate>
      <Plate label={texts.today} foot={texts.todayFoot(difficultyFigure(today.work))}>
        <Sats nanosats={BigInt(today.earnedNanosats) - BigInt(today.unpaidNanosats)} />
      </Plate>
      <Plate label={texts.due} foot={texts.dueFoot(difficultyFigure(work.dueWork))}>
        <Sats nanosats={BigInt(work.dueNanosats)} />
      </Plate>
      <Plate
        label={texts.paid}
        foot={
          <>
            {texts.paidFoot(shortSats(BigInt(work.carriedNanosats)))}
            {above === 0n ? null : <span className="block">{texts.above(shortSats(above))}</span>}
          </>
        }
      >
        <Figure>
          <Amount sats={work.paidSats} />
        </Figure>
      </Plate>
    </Plates>
  );
}

function Sats({ nanosats }: { nanosats: bigint }) {
  return <Figure unit="sat">{shortSats(nanosats)}</Figure>;
}
