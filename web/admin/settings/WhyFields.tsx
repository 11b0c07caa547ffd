/** Source and reason, which every change needs. */
import { adminLimits } from "../../../api-schema/limits.ts";
import { Field } from "../../ui/Field.tsx";
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
  /** Empty until somebody tried to post. */
  faults: Partial<Why>;
  isBusy: boolean;
  onChange: (why: Why) => void;
}) {
  const { why, faults, isBusy, onChange } = props;
  const common = { required: true, readOnly: isBusy, autoComplete: "off" };
  return (
    <>
      <Field
        {...common}
        label={texts.source}
        hint={texts.sourceHint}
        maxLength={sourceCharacters.max}
        error={faults.source}
        value={why.source}
        onChange={(event) => onChange({ ...why, source: event.target.value })}
      />
      <Field
        {...common}
        label={texts.reason}
        hint={texts.reasonHint}
        maxLength={reasonCharacters.max}
        error={faults.reason}
        value={why.reason}
        onChange={(event) => onChange({ ...why, reason: event.target.value })}
      />
    </>
  );
}
