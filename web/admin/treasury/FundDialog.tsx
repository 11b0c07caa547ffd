/**
 * Dialog for moving house coins to a fund. Shows the amount, the reason, both balances before and
 * after the transfer, and a warning that the transfer cannot be undone.
 */
import { useState } from "react";
import { BTC_DECIMALS, formatAmount } from "#money";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Field, Hint } from "../../ui/forms/Field.tsx";
import { MaxButton } from "../../ui/controls/MaxButton.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { readAmount } from "../../ui/amounts/read-amount.ts";
import { FormDialog } from "../FormDialog.tsx";
import { ReasonField } from "../ReasonField.tsx";
import { useSettingsChange } from "../settings/use-settings-change.ts";
import { fundTexts as texts, treasuryTexts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

type Target = keyof typeof texts.targets;

export function FundDialog({ treasury, onClose }: { treasury: Treasury; onClose: () => void }) {
  const [target, setTarget] = useState<Target>("earn-funding");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);
  // Used to detect that another tab has sent the same transfer since the dialog was opened.
  const [begunAt] = useState(() => Date.now());
  const has = BigInt(treasury.house.treasury.sats);
  const spare = spareOf(treasury);
  const isOfSpare = target === "earn-funding";
  const most = isOfSpare ? spare : has;
  const sats = readAmount(amount);
  const amountFault = faultOf(sats, { has, most });
  const reasonFault =
    reason.trim().length < adminLimits.reasonCharacters.min ? texts.needReason : undefined;
  const { submit, isPending, error } = useSettingsChange(
    (amountSats: number) =>
      api("fundFromTreasury", { body: { target, amountSats, reason }, begunAt }),
    () => {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  );
  const move = () => {
    setWasTried(true);
    if (sats !== undefined && amountFault === undefined && reasonFault === undefined)
      submit(Number(sats));
  };
  const common = { required: true, readOnly: isPending, autoComplete: "off" };
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={`${amount}${reason}` !== ""}
      onClose={onClose}
      onSubmit={move}
    >
      <TargetChoice target={target} onChange={setTarget} />
      <Field
        {...common}
        label={texts.amount}
        unit="BTC"
        inputMode="decimal"
        hint={
          isOfSpare ? texts.spareHint(btcText(has), btcText(spare)) : texts.amountHint(btcText(has))
        }
        error={wasTried ? amountFault : undefined}
        suffix={
          <MaxButton
            label={texts.max[target]}
            onClick={() => setAmount(formatAmount(most, BTC_DECIMALS))}
          />
        }
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <BeforeAfter
        treasury={treasury}
        target={target}
        moved={amountFault === undefined ? (sats ?? 0n) : 0n}
      />
      <ReasonField
        label={texts.reason}
        hint={texts.reasonHint}
        error={wasTried ? reasonFault : undefined}
        isBusy={isPending}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

/**
 * Returns the amount that may leave the treasury and mining accounts, by the same rule as on the
 * server. The remaining coins cover obligations.
 */
function spareOf({ house, cover }: Treasury): bigint {
  const [has, margin] = [BigInt(house.treasury.sats), BigInt(cover.marginSats)];
  if (margin <= 0n) return 0n;
  return margin < has ? margin : has;
}

function faultOf(
  sats: bigint | undefined,
  { has, most }: { readonly has: bigint; readonly most: bigint },
): string | undefined {
  if (sats === undefined || sats <= 0n) return texts.needAmount;
  if (sats > has) return texts.tooMuch(btcText(has));
  return sats > most ? texts.notSpare(btcText(most)) : undefined;
}

function TargetChoice(props: { target: Target; onChange: (target: Target) => void }) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-xs font-medium" aria-hidden>
        {texts.target}
      </span>
      <Segments
        label={texts.target}
        value={props.target}
        onChange={props.onChange}
        options={[
          { value: "earn-funding", label: texts.targets["earn-funding"] },
          { value: "mining", label: texts.targets.mining },
        ]}
      />
      <Hint>{texts.targetHint[props.target]}</Hint>
    </div>
  );
}

function BeforeAfter(props: { treasury: Treasury; target: Target; moved: bigint }) {
  const { treasury, target, moved } = props;
  const { house, cover } = treasury;
  const fund = BigInt((target === "mining" ? house.mining : house.earnFunding).sats);
  const has = BigInt(house.treasury.sats);
  const rows = [
    [treasuryTexts.treasury, has, has - moved],
    [texts.targets[target], fund, fund + moved],
  ] as const;
  return (
    <section
      aria-label={texts.consequence}
      className="grid gap-2.5 border-t border-line-control pt-3 text-sm"
    >
      <h3 className="font-semibold">{texts.consequence}</h3>
      <dl className="grid gap-2">
        {rows.map(([label, before, after]) => (
          <div key={label} className="grid">
            <dt className="text-fg-2">{label}</dt>
            <dd className="flex flex-wrap gap-x-2 font-medium">
              <Amount sats={before} unit="BTC" />
              <span className="font-normal text-fg-2">{texts.to}</span>
              <Amount sats={after} unit="BTC" />
            </dd>
          </div>
        ))}
      </dl>
      {cover.isCovered ? null : <Note kind="bad">{texts.uncovered}</Note>}
      <Note>{texts.oneWay}</Note>
    </section>
  );
}
