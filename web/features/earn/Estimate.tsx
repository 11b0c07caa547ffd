/**
 * Shows the terms above the button: the return estimated by the server's formula, the end date, and
 * the conditions of an early exit.
 */
import { daysLater } from "#economics";
import { dateText, fullText } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { DAYS_AHEAD, estimateSats, perDaySats, type Product } from "./earn-terms.ts";
import { useServerNow, type ServerTime } from "./server-clock.ts";
import { earnTexts as texts } from "./strings.ts";

export function Estimate(props: { product: Product; amountSats: bigint; time: ServerTime }) {
  const { product, amountSats } = props;
  const now = useServerNow(props.time, 60_000);
  const interest = estimateSats(product, amountSats);
  const isFlexible = product.durationDays === null;
  return (
    <div className="grid gap-2">
      <KeyValues>
        {isFlexible ? (
          <KeyValue label={texts.perDay}>
            <Amount sats={perDaySats(product, amountSats)} isSigned />
          </KeyValue>
        ) : null}
        <KeyValue label={isFlexible ? texts.setAside(DAYS_AHEAD) : texts.estimate}>
          <Amount sats={interest} isSigned isResult />
        </KeyValue>
        <KeyValue label={texts.rate}>
          {texts.rateText(product.apyPercent, product.apyIsFloor)}
        </KeyValue>
        <KeyValue label={texts.ends}>
          <EndDate product={product} now={now} />
        </KeyValue>
        {isFlexible ? null : (
          <KeyValue label={texts.youGet}>
            <Amount sats={amountSats + interest} />
          </KeyValue>
        )}
        <KeyValue label={texts.early}>
          {isFlexible ? texts.earlyFlexible : texts.earlyFixed}
        </KeyValue>
      </KeyValues>
      <p className="text-xs text-fg-2">
        {texts.formula(
          product.apyPercent,
          product.durationDays ?? DAYS_AHEAD,
          dateText(new Date(product.apySince)),
        )}
      </p>
    </div>
  );
}

function EndDate({ product, now }: { product: Product; now: Date }) {
  if (product.durationDays === null) return <>{texts.flexibleEnd}</>;
  const end = daysLater(now, product.durationDays);
  return (
    <time dateTime={end.toISOString()} title={fullText(end)}>
      {dateText(end)}
    </time>
  );
}
