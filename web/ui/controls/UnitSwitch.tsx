/** Switches the unit of all amounts between BTC, sat and USD. */
import { Segments } from "./Segments.tsx";
import { unitChoice, UNITS, useUnit } from "../preferences/unit.ts";

const OPTIONS = UNITS.map((unit) => ({ value: unit, label: unit }));

export function UnitSwitch(props: { isFull?: boolean }) {
  return (
    <Segments
      label="Unit"
      value={useUnit()}
      onChange={unitChoice.set}
      options={OPTIONS}
      isFull={props.isFull ?? false}
    />
  );
}
