/** Totals of stakes and investments: coins invested, and interest accrued, set aside and paid. */
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Figure, Plate } from "../../ui/layout/Plates.tsx";
import { accruedOf } from "./accrual.ts";
import type { Portfolio } from "./earn-terms.ts";
import { useServerNow, type ServerTime } from "./server-clock.ts";
import { investTexts as texts } from "./strings.ts";

const TICK_MS = 1000;

export function PortfolioPanel({ portfolio, time }: { portfolio: Portfolio; time: ServerTime }) {
  const now = useServerNow(time, TICK_MS);
  const { totals, items } = portfolio;
  const accrued = items.reduce((sum, position) => sum + accruedOf(position, now), 0n);
  const figures = [
    [texts.invested, totals.investedSats],
    [texts.accrued, accrued],
    [texts.promised, totals.promisedSats],
    [texts.paid, totals.paidSats],
  ] as const;
  return (
    <Panel title={texts.portfolio} isFlush foot={texts.portfolioFoot}>
      <div className="flex flex-wrap gap-px bg-line">
        {figures.map(([label, sats]) => (
          <Plate
            key={label}
            label={label}
            className="min-w-max! flex-[1_0_auto] basis-[calc(50%-1px)] xl:basis-0"
          >
            <Figure size="normal">
              <Amount sats={sats} />
            </Figure>
          </Plate>
        ))}
      </div>
    </Panel>
  );
}
