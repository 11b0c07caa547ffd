/**
 * Display preferences stored in this browser: theme, unit of amounts, number format and shortcuts.
 */
import { useId } from "react";
import {
  numberFormatChoice,
  NUMBER_FORMATS,
  useNumberFormat,
  withMarks,
} from "../../ui/preferences/number-marks.ts";
import { singleKeysChoice } from "../../ui/preferences/single-keys.ts";
import { useChoice } from "../../ui/preferences/stored-choice.ts";
import { themeChoice } from "../../ui/preferences/theme.ts";
import { UnitSwitch } from "../../ui/controls/UnitSwitch.tsx";
import { Hint, InputBox } from "../../ui/forms/Field.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { Toggle } from "../../ui/controls/Toggle.tsx";
import { preferenceTexts as texts } from "./strings.ts";

const THEMES = (["system", "dark", "light"] as const).map((value) => ({
  value,
  label: texts.themes[value],
}));

const EXAMPLE = "1,234,567.89";

export function PreferencesPanel() {
  return (
    <Panel title={texts.title} foot={texts.foot}>
      <div className="grid gap-4">
        <div className="grid gap-1.5">
          <span className="text-xs font-medium">{texts.theme}</span>
          <Segments
            label={texts.theme}
            value={useChoice(themeChoice)}
            onChange={themeChoice.set}
            options={THEMES}
            isFull
          />
        </div>
        <div className="grid gap-1.5">
          <span className="text-xs font-medium">{texts.unit}</span>
          <UnitSwitch isFull />
        </div>
        <NumberFormat />
        <SingleKeys />
      </div>
    </Panel>
  );
}

function SingleKeys() {
  const isOn = useChoice(singleKeysChoice) === "on";
  return (
    <Toggle
      label={texts.singleKeys}
      isOn={isOn}
      onFlip={() => singleKeysChoice.set(isOn ? "off" : "on")}
    >
      {texts.singleKeysNote}
    </Toggle>
  );
}

function NumberFormat() {
  const id = useId();
  const chosen = useNumberFormat();
  const change = (value: string) => {
    const format = NUMBER_FORMATS.find((one) => one === value);
    if (format !== undefined) numberFormatChoice.set(format);
  };
  return (
    <div className="grid gap-1.5">
      <label className="text-xs font-medium" htmlFor={id}>
        {texts.format}
      </label>
      <InputBox>
        <select
          id={id}
          className="w-full min-w-0 bg-transparent outline-0"
          value={chosen}
          aria-describedby={`${id}-note`}
          onChange={(event) => change(event.currentTarget.value)}
        >
          {NUMBER_FORMATS.map((format) => (
            <option key={format} value={format}>
              {texts.formats[format]}
            </option>
          ))}
        </select>
      </InputBox>
      <Hint id={`${id}-note`}>{texts.formatHint(withMarks(EXAMPLE))}</Hint>
    </div>
  );
}
