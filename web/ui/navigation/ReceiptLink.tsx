/** A link to the receipt of a booking. */
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../controls/Button.tsx";
import { paths } from "./paths.ts";

export function ReceiptLink(props: { kind: keyof typeof TARGETS; id: string }) {
  return (
    <Link
      {...TARGETS[props.kind](props.id)}
      aria-label={NAMES[props.kind]}
      className={buttonClass({ size: "small" })}
    >
      Receipt
    </Link>
  );
}

/** Names for screen readers, because several links on a page show the same word. */
const NAMES = {
  withdrawal: "Receipt of the withdrawal",
  deposit: "Receipt of the deposit",
  mining: "Receipt of the mining statement",
  fill: "Receipt of the fill",
} as const;

const TARGETS = {
  withdrawal: paths.withdrawalReceipt,
  deposit: paths.depositReceipt,
  mining: paths.miningReceipt,
  fill: paths.fillReceipt,
} as const;
