/**
 * Field for the reason of an administrator's action, a single line that is stored in the audit log.
 */
import { adminLimits } from "../../api/limits.ts";
import { Field } from "../ui/forms/Field.tsx";

export function ReasonField(props: {
  label: string;
  hint: string;
  /** Error shown below the field. Undefined until the first attempt to submit. */
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
