/**
 * Dialog for posting a new rate for an earn plan. Shows the current rate, the minimum, and the
 * interest on 1 BTC before and after the change, and asks for a reason.
 */
import { numberTyped } from "../../ui/preferences/read-number.ts";
import { useState } from "react";
import { apyFault, basisPointsOf, interestSats } from "#economics";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Consequence } from "./Consequence.tsx";
import type { EarnRates } from "./settings-view.ts";
import { SettingsDialog } from "./SettingsDialog.tsx";
import { dialogTexts as texts } from "./strings.ts";
import { useSettingsChange } from "./use-settings-change.ts";
import { NO_WHY, WhyFields, whyFaults, type Why } from "./WhyFields.tsx";

const ONE_BTC = 100_000_000n;
const DAYS = 30;

/** `seen` contains the plan's rates at the time the dialog was opened. */
export function RateDialog(props: {
  plan: EarnRates;
  seen: EarnRates["rates"][number];
  isOutdated: boolean;
  onClose: () => void;
}) {
  const { plan, seen, onClose } = props;
  const [typed, setTyped] = useState(seen.apyPercent);
  const apyPercent = numberTyped(typed, seen.apyPercent);
  const [why, setWhy] = useState(NO_WHY);
  const [wasTried, setWasTried] = useState(false);
  const fault = apyFault(seen.apyPercent, apyPercent, plan.floorPercent);
  const isSame =
    fault === undefined && basisPointsOf(apyPercent) === basisPointsOf(seen.apyPercent);
  const { submit, isPending, error } = useSettingsChange(
    (input: Why & { apyPercent: string }) =>
      api("setEarnRate", { body: { productId: plan.productId, seenId: seen.id, ...input } }),
    () => {
      onClose();
      return { title: texts.doneRate, description: texts.doneText };
    },
  );
  const post = () => {
    setWasTried(true);
    if (fault === undefined && Object.keys(whyFaults(why)).length === 0)
      submit({ apyPercent, ...why });
  };
  return (
    <SettingsDialog
      title={texts.rateTitle(plan.name)}
      submitLabel={texts.submitRate}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      disabledReason={isSame ? texts.nothing : undefined}
      isDirty={!isSame || why !== NO_WHY}
      isOutdated={props.isOutdated}
      outdatedText={texts.outdated}
      onClose={onClose}
      onSubmit={post}
    >
      <Field
        label={texts.apy}
        unit="%"
        hint={
          plan.floorPercent === null
            ? texts.now(`${seen.apyPercent} %`)
            : texts.nowWithFloor(seen.apyPercent, plan.floorPercent)
        }
        error={fault}
        inputMode="decimal"
        autoComplete="off"
        maxLength={adminLimits.numberCharacters}
        readOnly={isPending}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Consequence
        steps={[]}
        rows={[
          {
            label: texts.interest,
            figures: [
              {
                before: <Interest apyPercent={seen.apyPercent} />,
                after:
                  fault === undefined ? (
                    <Interest apyPercent={apyPercent} />
                  ) : (
                    <span className="text-fg-2">{texts.unknown}</span>
                  ),
              },
            ],
          },
        ]}
      />
      <Note>{texts.runningRate}</Note>
      <WhyFields
        why={why}
        faults={wasTried ? whyFaults(why) : {}}
        isBusy={isPending}
        onChange={setWhy}
      />
    </SettingsDialog>
  );
}

function Interest(props: { apyPercent: string }) {
  return <Amount sats={interestSats(ONE_BTC, basisPointsOf(props.apyPercent), DAYS)} unit="BTC" />;
}
