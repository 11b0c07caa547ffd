/** Why an administrator does something: one line, which the audit trail keeps. */
import { adminLimits } from "../../api/limits.ts";
import { Field } from "../ui/forms/Field.tsx";

export function ReasonField(props: {
  label: string;
  hint: string;
  /** Undefined until somebody tried to send. */
  error: string | undefined;
  isBusy: boolean;
  value: string;
  onChange: (value: string) => void;
}) {
  const { isBusy, onChange, ...field } = props;
  return (
    <Field
      {...field}
      required
      autoComplete="off"
      maxLength={adminLimits.reasonCharacters.max}
      readOnly={isBusy}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
