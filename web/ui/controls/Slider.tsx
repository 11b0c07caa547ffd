/**
 * A native range input, which supports keyboard, touch and screen readers without additional code.
 *
 *   <Slider label="Boost" min={1} max={3} step={0.1} value={boost} onChange={setBoost} valueText={`${boost}x`} />
 */
import { useId, type CSSProperties } from "react";

export function Slider(props: {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** Value as text, such as "1.5x", shown on the right and read by screen readers. */
  valueText: string;
  isDisabled?: boolean;
  /** Labels below the track, distributed over its width. */
  ticks?: readonly string[];
}) {
  const id = useId();
  const at = ((props.value - props.min) / (props.max - props.min)) * 100;
  const filled = { "--at": `${at}%` } as CSSProperties;
  return (
    <div>
      <div className="mb-2 flex items-end justify-between">
        <label className="text-xs font-medium text-fg-2" htmlFor={id}>
          {props.label}
        </label>
        <output className="figure" htmlFor={id}>
          {props.valueText}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="range"
        style={filled}
        min={props.min}
        max={props.max}
        step={props.step}
        value={props.value}
        disabled={props.isDisabled}
        aria-valuetext={props.valueText}
        onChange={(event) => props.onChange(Number(event.currentTarget.value))}
      />
      {props.ticks === undefined ? null : (
        <div className="mt-0.5 flex justify-between text-xs text-fg-3">
          {props.ticks.map((tick) => (
            <span key={tick}>{tick}</span>
          ))}
        </div>
      )}
    </div>
  );
}
