/**
 * The button Start Mining / Stop Mining. The state is stored on the server, so it survives a reload
 * and is the same in all tabs. The second click of a double click is ignored, because the button
 * may already have the opposite effect.
 */
import { Pickaxe, Square } from "lucide-react";
import { Button, type ButtonLook } from "../../../ui/controls/Button.tsx";
import type { Mining } from "../reference/reference-terms.ts";
import { contractTexts as texts } from "./strings.ts";
import { useMiningSwitch } from "./use-mining-switch.ts";

export function MiningButton(props: {
  mining: Pick<Mining, "isMining" | "contracts">;
  size?: ButtonLook["size"];
  /** True if the view already contains a primary button for the same action. */
  isSecond?: boolean;
}) {
  const { isMining, contracts } = props.mining;
  const hasContract = contracts.some(({ state }) => state === "running");
  const toggle = useMiningSwitch();
  const Icon = isMining ? Square : Pickaxe;
  return (
    <Button
      variant={!isMining && hasContract && props.isSecond !== true ? "primary" : "default"}
      size={props.size}
      isBusy={toggle.isPending}
      busyLabel={isMining ? texts.stopping : texts.starting}
      onClick={({ detail }) => {
        if (detail < 2) toggle.mutate(isMining ? "off" : "on");
      }}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden />
      {isMining ? texts.stop : texts.start}
    </Button>
  );
}
