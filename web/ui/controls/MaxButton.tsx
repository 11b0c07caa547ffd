/**
 * The "Max" button inside an amount field. On phones, the button fills the right end of the field
 * to enlarge the touch target.
 *
 *   <Field label="Amount" suffix={<MaxButton label="Max: the whole balance" onClick={...} />} />
 */
import { Button } from "./Button.tsx";

export function MaxButton(props: { label: string; onClick: () => void }) {
  return (
    <Button
      size="small"
      className="-mr-1.5 max-md:-my-px max-md:-mr-[13px] max-md:rounded-l-none"
      aria-label={props.label}
      onClick={props.onClick}
    >
      Max
    </Button>
  );
}
