/**
 * Start Mining / Stop Mining. It switches accrual on the server, so it survives reload, other tabs
 * and a restart. The second click of a double click may come after the answer to the first, when
 * the button means the opposite: it does nothing.
 */
import { Pickaxe, Square } from "lucide-react";
import { Button, type ButtonLook } from "../../../ui/controls/Button.tsx";
import type { Mining } from "../reference/reference-terms.ts";
import { contractTexts as texts } from "./strings.ts";
import { useMiningSwitch } from "./use-mining-switch.ts";

export function MiningButton(props: {
  mining: Pick<Mining, "isMining" | "contracts">;
  size?: ButtonLook["size"];
  /** The same button stands in amber elsewhere in the view. */
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
