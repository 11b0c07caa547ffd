/** Fields for source and reason, which every change requires. */
import { adminLimits } from "../../../api/limits.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { ReasonField } from "../ReasonField.tsx";
import { dialogTexts as texts } from "./strings.ts";

export interface Why {
  readonly source: string;
  readonly reason: string;
}

export const NO_WHY: Why = { source: "", reason: "" };

const { sourceCharacters, reasonCharacters } = adminLimits;

export function whyFaults({ source, reason }: Why): Partial<Why> {
  return {
    ...(source.trim().length < sourceCharacters.min ? { source: texts.needSource } : {}),
    ...(reason.trim().length < reasonCharacters.min ? { reason: texts.needReason } : {}),
  };
}

export function WhyFields(props: {
  why: Why;
  /** Errors by field. Empty until the first attempt to submit. */
  faults: Partial<Why>;
  isBusy: boolean;
  onChange: (why: Why) => void;
}) {
  const { why, faults, isBusy, onChange } = props;
  return (
    <>
      <Field
        required
        autoComplete="off"
        readOnly={isBusy}
        label={texts.source}
        hint={texts.sourceHint}
        maxLength={sourceCharacters.max}
        error={faults.source}
        value={why.source}
        onChange={(event) => onChange({ ...why, source: event.target.value })}
      />
      <ReasonField
        label={texts.reason}
        hint={texts.reasonHint}
        error={faults.reason}
        isBusy={isBusy}
        value={why.reason}
        onChange={(reason) => onChange({ ...why, reason })}
      />
    </>
  );
}
