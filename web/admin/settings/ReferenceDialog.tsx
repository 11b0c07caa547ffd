/**
 * Dialog for posting new reference values. Shows the current value of each field and the effect of
 * the change, and asks for a reason.
 */
import { numberTyped } from "../../ui/preferences/read-number.ts";
import { useState } from "react";
import {
  REFERENCE_FIELD_NAMES,
  REFERENCE_FIELDS,
  referenceFaults,
  type ReferenceTexts,
} from "#economics";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { numberText } from "../../ui/amounts/number-format.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Consequence } from "./Consequence.tsx";
import { changeSteps, dailyFigures, type Version } from "./settings-view.ts";
import { SettingsDialog } from "./SettingsDialog.tsx";
import { dialogTexts as texts } from "./strings.ts";
import { useSettingsChange } from "./use-settings-change.ts";
import { NO_WHY, WhyFields, whyFaults, type Why } from "./WhyFields.tsx";

interface Input {
  readonly values: ReferenceTexts;
  readonly why: Why;
}

/**
 * `seen` is the version in force when the dialog was opened. The size of a change is measured
 * against the version `base`.
 */
export function ReferenceDialog(props: {
  seen: Version;
  base: Version;
  isOutdated: boolean;
  onClose: () => void;
}) {
  const { seen, onClose } = props;
  const [typed, setTyped] = useState<ReferenceTexts>(seen.values);
  const values = Object.fromEntries(
    REFERENCE_FIELD_NAMES.map((name) => [name, numberTyped(typed[name], seen.values[name])]),
  ) as unknown as ReferenceTexts;
  const [why, setWhy] = useState(NO_WHY);
  const [wasTried, setWasTried] = useState(false);
  const faults = referenceFaults(seen.values, values, props.base.values);
  const isValid = Object.keys(faults).length === 0;
  const steps = isValid ? changeSteps(seen.values, values) : [];
  const { submit, isPending, error } = useSettingsChange(
    (input: Input) =>
      api("setReferenceValues", {
        body: { seenId: seen.id, values: input.values, ...input.why },
      }),
    () => {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  );
  const post = () => {
    setWasTried(true);
    if (isValid && Object.keys(whyFaults(why)).length === 0) submit({ values, why });
  };
  return (
    <SettingsDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      disabledReason={isValid && steps.length === 0 ? texts.nothing : undefined}
      isDirty={steps.length > 0 || !isValid || why !== NO_WHY}
      isOutdated={props.isOutdated}
      outdatedText={texts.outdated}
      onClose={onClose}
      onSubmit={post}
    >
      {REFERENCE_FIELD_NAMES.map((name) => (
        <Field
          key={name}
          label={REFERENCE_FIELDS[name].label}
          unit={REFERENCE_FIELDS[name].unit}
          hint={texts.now(numberText(seen.values[name]))}
          error={faults[name]}
          inputMode="decimal"
          autoComplete="off"
          maxLength={adminLimits.numberCharacters}
          readOnly={isPending}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <Meaning before={seen.values} after={isValid ? values : undefined} steps={steps} />
      <Note>{texts.running}</Note>
      <WhyFields
        why={why}
        faults={wasTried ? whyFaults(why) : {}}
        isBusy={isPending}
        onChange={setWhy}
      />
    </SettingsDialog>
  );
}

function Meaning(props: {
  before: ReferenceTexts;
  /** The typed values, or undefined if a value is invalid. */
  after: ReferenceTexts | undefined;
  steps: readonly string[];
}) {
  const was = dailyFigures(props.before);
  const is = props.after === undefined ? undefined : dailyFigures(props.after);
  const unknown = <span className="text-fg-2">{texts.unknown}</span>;
  return (
    <Consequence
      steps={props.steps}
      rows={[
        {
          label: texts.earns,
          figures: [
            {
              before: <Amount sats={was.earnsSats} unit="BTC" />,
              after: is ? <Amount sats={is.earnsSats} unit="BTC" /> : unknown,
            },
            {
              before: <Usd cents={was.earnsCents} />,
              after: is ? <Usd cents={is.earnsCents} /> : unknown,
            },
          ],
        },
        {
          label: texts.power,
          figures: [
            {
              before: <Usd cents={was.powerCents} />,
              after: is ? <Usd cents={is.powerCents} /> : unknown,
            },
          ],
        },
        {
          label: texts.boost,
          figures: [
            {
              before: <Usd cents={was.boostCents} isResult />,
              after: is ? <Usd cents={is.boostCents} isResult /> : unknown,
            },
          ],
        },
      ]}
    />
  );
}
