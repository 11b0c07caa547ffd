/** A link to the receipt of a booking. */
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../controls/Button.tsx";
import { paths } from "./paths.ts";

export function ReceiptLink(props: { kind: keyof typeof TARGETS; id: string }) {
  return (
    <Link {...TARGETS[props.kind](props.id)} className={buttonClass({ size: "small" })}>
      Receipt
    </Link>
  );
}

const TARGETS = {
  withdrawal: paths.withdrawalReceipt,
  deposit: paths.depositReceipt,
  mining: paths.miningReceipt,
  fill: paths.fillReceipt,
} as const;
