/**
 * A choice between a few options as toggle buttons. `Tabs` look the same but have panels.
 *
 *   <Segments label="Unit" value={unit} onChange={setUnit} options={[{ value: "BTC", label: "BTC" }]} />
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface Option<Value extends string> {
  value: Value;
  label: ReactNode;
}

export const FRAME =
  "inline-flex min-w-0 max-w-full flex-wrap overflow-hidden rounded-md border border-line-control";
export const ITEM =
  "inline-flex min-h-[30px] items-center justify-center gap-1.5 border-l border-line-strong px-3 text-sm font-medium whitespace-nowrap text-fg-2 first:border-l-0 hover:bg-hover hover:text-fg max-md:min-h-11 -outline-offset-2!";
const ROW = "flex-nowrap! overflow-x-auto! [scrollbar-width:none]";
export const SELECTED = "bg-raised text-fg shadow-[inset_0_-2px_0_var(--accent-line)]";

export interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  /** True if the segments fill the available width in equal parts. */
  isFull?: boolean;
  /** True if segments that do not fit are scrolled sideways instead of wrapped. */
  isRow?: boolean;
}

export function Segments<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <fieldset
      aria-label={props.label}
      className={clsx(FRAME, props.isFull && "w-full", props.isRow && ROW)}
    >
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          className={clsx(
            ITEM,
            option.value === props.value && SELECTED,
            props.isFull && "flex-1 px-1.5!",
            props.isRow && "flex-none",
          )}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
