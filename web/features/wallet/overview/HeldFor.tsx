/** What the reserved coins are reserved for, from the open holds of the ledger. */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { codeWords } from "../../account-history/strings.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { walletTexts as texts } from "./strings.ts";

export function HeldFor(props: Pick<ApiAnswer<"getWallet">, "heldFor" | "heldSats">) {
  if (props.heldFor.length === 0) return <p className="text-sm text-fg-2">{texts.heldNothing}</p>;
  return (
    <KeyValues>
      {props.heldFor.map(({ code, amountSats }) => (
        <KeyValue key={code} label={texts.heldReasons[code] ?? codeWords(code)}>
          <Amount sats={amountSats} />
        </KeyValue>
      ))}
      <KeyValue label={texts.heldSum} isSum>
        <Amount sats={props.heldSats} />
      </KeyValue>
    </KeyValues>
  );
}
