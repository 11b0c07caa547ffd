/**
 * A market price, such as `<Price of="EUR_USD" at={1168320} />`. Shows a dash if the price is
 * unknown.
 */
import { clsx } from "clsx";
import { useNumberFormat } from "../../../ui/preferences/number-marks.ts";
import { knownInstrument, priceParts } from "./price-text.ts";

export function Price(props: { of: string; at: number | undefined; className?: string }) {
  useNumberFormat();
  if (props.at === undefined) return <span className="text-fg-3">–</span>;
  const { head, pips, tenth } = priceParts(props.at, knownInstrument(props.of));
  return (
    <span translate="no" className={clsx("mono whitespace-nowrap", props.className)}>
      {head}
      <b>{pips}</b>
      {tenth === "" ? null : (
        <span className="ml-px align-[0.32em] text-[0.72em] leading-0 text-fg-2">{tenth}</span>
      )}
    </span>
  );
}
