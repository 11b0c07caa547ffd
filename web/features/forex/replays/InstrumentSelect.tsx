import { INSTRUMENTS } from "#market";
import { InputBox } from "../../../ui/forms/Field.tsx";
import { pairName } from "../quotes/price-text.ts";
import { replayTexts as texts } from "./strings.ts";

const TRADED = INSTRUMENTS.filter(({ isTradeable }) => isTradeable);

export function InstrumentSelect(props: { value: string; onChange: (name: string) => void }) {
  return (
    <div className="w-44 max-md:w-full">
      <label className="grid gap-1.5 text-xs font-medium">
        {texts.instrument}
        <InputBox>
          <select
            className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
            value={props.value}
            onChange={(event) => props.onChange(event.currentTarget.value)}
          >
            {TRADED.map(({ name }) => (
              <option key={name} value={name}>
                {pairName(name)}
              </option>
            ))}
          </select>
        </InputBox>
      </label>
    </div>
  );
}
