/**
 * Dialog for proposing a return of coins from a descriptor. Another administrator must approve it.
 */
import { useState } from "react";
import { BTC_DECIMALS, formatAmount } from "#money";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { adminLimits } from "../../../api/limits.ts";
import { readAmount } from "../../ui/amounts/read-amount.ts";
import { api } from "../../data/api/call.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { MaxButton } from "../../ui/controls/MaxButton.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { ReasonField } from "../ReasonField.tsx";
import { useAdminChange } from "../use-admin-change.ts";
import { CHANGED_BY_COLD, type Descriptor } from "./cold-wallet.ts";
import { returnTexts as texts } from "./strings.ts";

const LEAST_SATS = 1_000n;

export function ReturnDialog(props: { descriptor: Descriptor; onClose: () => void }) {
  const { descriptor, onClose } = props;
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const [begunAt] = useState(() => Date.now());
  const most = BigInt(descriptor.returnableSats);
  const mostText = formatAmount(most, BTC_DECIMALS);
  const sats = readAmount(amount);
  const fault = faultOf(sats, most);
  const isShort = reason.trim().length < adminLimits.reasonCharacters.min;
  const { submit, isPending, error } = useAdminChange({
    send: (amountSats: number) =>
      api("proposeColdReturn", {
        body: { descriptorId: descriptor.id, amountSats, reason: reason.trim() },
        begunAt,
      }),
    changed: CHANGED_BY_COLD,
    onDone() {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  });
  const propose = () => {
    setWasTried(true);
    if (sats !== undefined && fault === undefined && !isShort) submit(Number(sats));
  };
  return (
    <FormDialog
      title={texts.dialog}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={`${amount}${reason}` !== ""}
      onClose={onClose}
      onSubmit={propose}
    >
      <p className="text-sm text-fg-2">{texts.text(btcText(most))}</p>
      <p className="mono rounded-md border border-line p-3 text-xs break-all">
        {descriptor.descriptor}
      </p>
      <Field
        required
        readOnly={isPending}
        autoComplete="off"
        label={texts.field}
        unit="BTC"
        inputMode="decimal"
        error={wasTried ? fault : undefined}
        suffix={<MaxButton label={texts.max} onClick={() => setAmount(mostText)} />}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <ReasonField
        label={texts.reason}
        hint={texts.reasonHint}
        error={wasTried && isShort ? texts.needReason : undefined}
        isBusy={isPending}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

function faultOf(sats: bigint | undefined, most: bigint): string | undefined {
  if (sats === undefined || sats < LEAST_SATS) return texts.needAmount;
  return sats > most ? texts.tooMuch(btcText(most)) : undefined;
}
