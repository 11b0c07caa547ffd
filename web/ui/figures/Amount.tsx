/**
 * An amount of money. BTC amounts are shown in the selected unit (BTC, sat or USD) with dimmed
 * leading zeros. The tooltip shows the other units.
 *
 *   <Amount sats={wallet.availableSats} />                 0.04218337 BTC
 *   <Amount sats={-250000} isSigned hasUnit={false} />     −0.00250000
 *   <Amount sats={12500} unit="BTC" />                     fixed unit, for columns that name it in the head
 *   <Usd cents={-3083} isSigned isResult />                −30.83 USD, in the down colour
 */
import { clsx } from "clsx";
import { useNumberFormat } from "../preferences/number-marks.ts";
import { useReferenceRate, useUnit, type Unit } from "../preferences/unit.ts";
import { amountText, otherUnits, usdText } from "../amounts/amount-format.ts";
import { Unit as UnitText } from "../layout/Plates.tsx";

interface AmountLook {
  isSigned?: boolean;
  /**
   * Colours a gain or loss. Use this only for profit or loss, never for the direction of a
   * transfer.
   */
  isResult?: boolean;
  hasUnit?: boolean;
  className?: string | undefined;
}

export function Amount(props: AmountLook & { sats: bigint | number; unit?: Unit }) {
  const chosen = useUnit();
  useNumberFormat();
  const centsPerBtc = useReferenceRate();
  const sats = BigInt(props.sats);
  const isSigned = props.isSigned ?? props.isResult ?? false;
  const text = amountText(sats, props.unit ?? chosen, { isSigned, centsPerBtc });
  return (
    <span
      translate="no"
      className={clsx("whitespace-nowrap", props.isResult && resultColour(sats), props.className)}
      title={otherUnits(sats, text.unit, centsPerBtc)}
    >
      {text.sign}
      {text.zeros === "" ? null : <span className="text-fg-3">{text.zeros}</span>}
      {text.digits}
      {props.hasUnit === false ? null : <Suffix>{text.unit}</Suffix>}
    </span>
  );
}

export function Usd(props: AmountLook & { cents: bigint | number }) {
  useNumberFormat();
  const cents = BigInt(props.cents);
  const isSigned = props.isSigned ?? props.isResult ?? false;
  return (
    <span
      translate="no"
      className={clsx("whitespace-nowrap", props.isResult && resultColour(cents), props.className)}
    >
      {usdText(cents, { isSigned })}
      {props.hasUnit === false ? null : <Suffix>USD</Suffix>}
    </span>
  );
}

/**
 * The unit after the digits: small in key figures, otherwise in the size of the surrounding text.
 */
function Suffix(props: { children: string }) {
  return (
    <>
      <span className="in-[.figure]:hidden in-data-figure:hidden"> {props.children}</span>
      <span className="hidden in-[.figure]:inline in-data-figure:inline">
        <UnitText>{props.children}</UnitText>
      </span>
    </>
  );
}

function resultColour(amount: bigint): string | false {
  if (amount === 0n) return false;
  return amount > 0n ? "text-up" : "text-down";
}
