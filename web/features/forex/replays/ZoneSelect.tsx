import { InputBox } from "../../../ui/forms/Field.tsx";
import { replayTexts } from "./strings.ts";

const { files: texts } = replayTexts;

/** Selects the time zone of a file that does not contain one. */
export function ZoneSelect(props: {
  value: string;
  format: string;
  onChange: (zone: string) => void;
}) {
  const named = Object.keys(texts.zones);
  return (
    <div className="w-80 max-md:w-full">
      <label className="grid gap-1.5 text-xs font-medium">
        {texts.zone}
        <InputBox>
          <select
            className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
            value={props.value}
            onChange={(event) => props.onChange(event.currentTarget.value)}
          >
            {[...named, "UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
              <option key={zone} value={zone}>
                {texts.zones[zone] ?? zone}
              </option>
            ))}
          </select>
        </InputBox>
        <span className="font-normal text-fg-2">{texts.zoneHint(props.format)}</span>
      </label>
    </div>
  );
}
