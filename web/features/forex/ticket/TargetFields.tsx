/** Fields for several take profits, each with a price and the units that it closes. */
import { X } from "lucide-react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Hint, InputBox } from "../../../ui/forms/Field.tsx";
import { withoutTarget, type TargetDraft } from "./draft.ts";
import type { FieldsProps } from "./SizeFields.tsx";
import { ticketTexts as texts } from "./strings.ts";

export function TargetFields({
  draft,
  onChange,
  errorOf,
  placeholder,
}: FieldsProps & { placeholder: string }) {
  const { targets, exitUnit } = draft;
  const set = (index: number, next: Partial<TargetDraft>) =>
    onChange({
      targets: targets.map((target, place) => (place === index ? { ...target, ...next } : target)),
    });
  const error = errorOf("target");
  return (
    <fieldset className="grid gap-1.5" aria-label={texts.targets}>
      <div className="flex justify-between text-xs font-medium" aria-hidden>
        {texts.targets}
        <span className="font-normal text-fg-2">{texts.units}</span>
      </div>
      {targets.map((target, index) => (
        // Targets have no identity besides their place, and the fields are controlled.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-center gap-1.5">
          <Input
            label={texts.targetPrice(index + 1)}
            mode="decimal"
            placeholder={exitUnit === "price" ? placeholder : "0"}
            value={target.price}
            isBad={error !== undefined}
            onChange={(price) => set(index, { price })}
          />
          <Input
            label={texts.targetUnits(index + 1)}
            mode="numeric"
            placeholder="0"
            value={target.units}
            isBad={error !== undefined}
            onChange={(units) => set(index, { units })}
          />
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.removeTarget(index + 1)}
            onClick={() => onChange(withoutTarget(draft, index))}
          >
            <X className="size-4" strokeWidth={1.5} aria-hidden />
          </Button>
        </div>
      ))}
      {error === undefined ? null : <Hint isError>{error}</Hint>}
    </fieldset>
  );
}

function Input(props: {
  label: string;
  mode: "decimal" | "numeric";
  placeholder: string;
  value: string;
  isBad: boolean;
  onChange: (text: string) => void;
}) {
  return (
    <InputBox isBad={props.isBad}>
      <input
        aria-label={props.label}
        className="w-full min-w-0 border-0 bg-transparent p-0 outline-0 max-md:text-md"
        inputMode={props.mode}
        autoComplete="off"
        maxLength={16}
        placeholder={props.placeholder}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </InputBox>
  );
}
