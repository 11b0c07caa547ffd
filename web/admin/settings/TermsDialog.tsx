/**
 * Dialog for posting new prices, terms or limits. Shows the current values and the effect of the
 * change. Values that change by more than a factor of 10 must be typed twice.
 */
import { numberTyped } from "../../ui/preferences/read-number.ts";
import { useState } from "react";
import {
  termFaults,
  termFields,
  termJumps,
  termTexts,
  termValues,
  type TermField,
} from "#economics";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { termText } from "../../ui/amounts/term-text.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { SettingsDialog } from "./SettingsDialog.tsx";
import type { Version } from "./settings-view.ts";
import { dialogTexts as texts, termsDialogTexts } from "./strings.ts";
import { TermsMeaning } from "./TermsMeaning.tsx";
import { termSteps, type TermsGroup, type TermsVersion } from "./terms-view.ts";
import { useSettingsChange } from "./use-settings-change.ts";
import { NO_WHY, WhyFields, whyFaults, type Why } from "./WhyFields.tsx";

type Texts = Readonly<Record<string, string>>;

function numbersTyped(fields: Texts, before: Texts): Texts {
  const numbers = Object.entries(fields).map(([name, text]) => [
    name,
    numberTyped(text, before[name]),
  ]);
  return Object.fromEntries(numbers) as Texts;
}

/** `seen` is the version in force when the dialog was opened. */
export function TermsDialog(props: {
  group: TermsGroup;
  seen: TermsVersion;
  reference: Version | undefined;
  isOutdated: boolean;
  onClose: () => void;
}) {
  const { group, seen, onClose } = props;
  const { kind, subject } = group;
  const [fields, setFields] = useState<Texts>(seen.values);
  const [fieldsAgain, setFieldsAgain] = useState<Texts>({});
  const typed = numbersTyped(fields, seen.values);
  const again = numbersTyped(fieldsAgain, {});
  const [why, setWhy] = useState(NO_WHY);
  const [wasTried, setWasTried] = useState(false);
  const faults = termFaults(kind, typed);
  const isValid = Object.keys(faults).length === 0;
  const values = isValid ? termTexts(kind, termValues(kind, typed)) : seen.values;
  const steps = termSteps(kind, seen.values, values);
  const jumps = isValid
    ? termJumps(kind, termValues(kind, seen.values), termValues(kind, typed))
    : [];
  const open = jumps.filter((name) => again[name] !== typed[name]);
  const { submit, isPending, error } = useSettingsChange(
    (input: Why & { values: Texts; typedAgain: Texts }) =>
      api("setTerms", { body: { kind, subject, seenId: seen.id, ...input } }),
    () => {
      onClose();
      return { title: termsDialogTexts.done(group.name), description: texts.doneText };
    },
  );
  const post = () => {
    setWasTried(true);
    if (isValid && open.length === 0 && Object.keys(whyFaults(why)).length === 0)
      submit({ values: typed, typedAgain: again, ...why });
  };
  return (
    <SettingsDialog
      title={termsDialogTexts.title(group.name)}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      disabledReason={isValid && steps.length === 0 ? texts.nothing : undefined}
      isDirty={!isValid || steps.length > 0 || why !== NO_WHY}
      isOutdated={props.isOutdated}
      outdatedText={texts.outdated}
      onClose={onClose}
      onSubmit={post}
    >
      {termFields(kind).map(([name, field]) => (
        <TermInput
          key={name}
          field={field}
          seen={seen.values[name] ?? ""}
          value={fields[name] ?? ""}
          again={jumps.includes(name) ? (fieldsAgain[name] ?? "") : undefined}
          isAgainMissing={wasTried && open.includes(name)}
          fault={faults[name]}
          isBusy={isPending}
          onChange={(text) => setFields({ ...fields, [name]: text })}
          onChangeAgain={(text) => setFieldsAgain({ ...fieldsAgain, [name]: text })}
        />
      ))}
      <TermsMeaning {...props} priceUsd={isValid ? values["price"] : undefined} steps={steps} />
      <Note>{termsDialogTexts.keeps[kind]}</Note>
      <WhyFields
        why={why}
        faults={wasTried ? whyFaults(why) : {}}
        isBusy={isPending}
        onChange={setWhy}
      />
    </SettingsDialog>
  );
}

function TermInput(props: {
  field: TermField;
  seen: string;
  value: string;
  /** The repeated value. Undefined if the value need not be repeated. */
  again: string | undefined;
  isAgainMissing: boolean;
  fault: string | undefined;
  isBusy: boolean;
  onChange: (text: string) => void;
  onChangeAgain: (text: string) => void;
}) {
  const { field, value } = props;
  if (field.words) {
    const [yes, no] = field.words;
    return (
      <div className="grid justify-items-start gap-1.5">
        <span className="text-xs font-medium" aria-hidden>
          {field.label}
        </span>
        <Segments
          label={field.label}
          value={value}
          onChange={props.onChange}
          options={[
            { value: "1", label: yes },
            { value: "0", label: no },
          ]}
        />
        {field.hint === undefined ? null : <p className="text-xs text-fg-2">{field.hint}</p>}
      </div>
    );
  }
  const common = {
    unit: field.unit === "" ? undefined : field.unit,
    inputMode: field.decimals === 0 ? ("numeric" as const) : ("decimal" as const),
    autoComplete: "off",
    maxLength: adminLimits.numberCharacters,
    readOnly: props.isBusy,
  };
  const now = texts.now(termText(field, props.seen));
  return (
    <>
      <Field
        {...common}
        label={field.label}
        hint={field.hint === undefined ? now : `${now}. ${field.hint}`}
        error={props.fault}
        value={value}
        onChange={(event) => props.onChange(event.target.value.trim())}
      />
      {props.again === undefined ? null : (
        <Field
          {...common}
          label={termsDialogTexts.again(field.label)}
          hint={termsDialogTexts.leap}
          error={props.isAgainMissing ? termsDialogTexts.notAgain : undefined}
          value={props.again}
          onChange={(event) => props.onChangeAgain(event.target.value.trim())}
        />
      )}
    </>
  );
}
