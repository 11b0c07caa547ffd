/** Chooses whether the analysis of a branch includes the trades that its parent closed. */
import { Segments } from "../../../ui/controls/Segments.tsx";
import { branchTexts as texts } from "./strings.ts";

export function BranchPeriod(props: { isWhole: boolean; onChange: (isWhole: boolean) => void }) {
  return (
    <Segments
      label={texts.period}
      value={props.isWhole ? "whole" : "own"}
      onChange={(value) => props.onChange(value === "whole")}
      options={[
        { value: "own", label: texts.own },
        { value: "whole", label: texts.whole },
      ]}
    />
  );
}
