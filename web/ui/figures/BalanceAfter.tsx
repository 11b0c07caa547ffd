/**
 * Wallet balance after a payment, or the missing amount if the balance is too small. Never a
 * negative balance.
 */
import { Amount } from "./Amount.tsx";
import { KeyValue } from "../layout/KeyValues.tsx";
import { balanceTexts as texts } from "./strings.ts";

export function BalanceAfter({ sats }: { sats: number }) {
  return (
    <KeyValue label={sats < 0 ? texts.missing : texts.left}>
      <Amount sats={Math.abs(sats)} />
    </KeyValue>
  );
}
