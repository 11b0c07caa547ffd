/**
 * Buttons for an item that waits for a decision: approve, or the reason why the administrator
 * cannot approve, and reject if possible.
 */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { decisionTexts as texts } from "./strings.ts";

export type Press<Item> = (what: "approve" | "reject", item: Item) => void;

export function DecisionButtons(props: {
  /**
   * Object of the action, appended to the button's accessible name: `withdrawal of 0.50000000 BTC`.
   */
  of: string;
  /** Reason shown below the disabled button. */
  hindrance: string | undefined;
  /** Label of the second button. Undefined if the item cannot be rejected or withdrawn. */
  against: "reject" | "takeBack" | undefined;
  onPress: (what: "approve" | "reject") => void;
  children?: ReactNode;
}) {
  const { of, hindrance, onPress } = props;
  const against = props.against === undefined ? undefined : texts[props.against];
  return (
    <span className="ml-auto grid w-52 justify-items-end gap-1 py-1.5 text-right whitespace-normal max-md:w-full">
      <span className="flex flex-row-reverse items-start gap-1.5">
        <Button
          size="small"
          aria-label={`${texts.approve} ${of}`}
          disabledReason={hindrance}
          onClick={() => onPress("approve")}
        >
          <Check className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.approve}
        </Button>
        {against === undefined ? null : (
          <Button
            size="small"
            variant="quiet"
            aria-label={`${against} ${of}`}
            onClick={() => onPress("reject")}
          >
            {against}
          </Button>
        )}
      </span>
      {props.children}
    </span>
  );
}
