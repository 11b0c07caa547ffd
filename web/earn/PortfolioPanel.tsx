/** The totals of stakes and investments: what is in, what it accrued, what is set aside, what was paid. */
import { Amount } from "../ui/Amount.tsx";
import { KeyValue, KeyValues } from "../ui/KeyValues.tsx";
import { Panel } from "../ui/Panel.tsx";
import { accruedOf } from "./accrual.ts";
import type { Portfolio } from "./earn-terms.ts";
import { useServerNow, type ServerTime } from "./server-clock.ts";
import { investTexts as texts } from "./strings.ts";

const TICK_MS = 1000;

export function PortfolioPanel({ portfolio, time }: { portfolio: Portfolio; time: ServerTime }) {
  const now = useServerNow(time, TICK_MS);
  const { totals, items } = portfolio;
  const accrued = items.reduce((sum, position) => sum + accruedOf(position, now), 0n);
  return (
    <Panel title={texts.portfolio} foot={texts.portfolioFoot}>
      <KeyValues>
        <KeyValue label={texts.invested}>
          <Amount sats={totals.investedSats} />
        </KeyValue>
        <KeyValue label={texts.accrued}>
          <Amount sats={accrued} />
        </KeyValue>
        <KeyValue label={texts.promised}>
          <Amount sats={totals.promisedSats} />
        </KeyValue>
        <KeyValue label={texts.paid}>
          <Amount sats={totals.paidSats} />
        </KeyValue>
      </KeyValues>
    </Panel>
  );
}
