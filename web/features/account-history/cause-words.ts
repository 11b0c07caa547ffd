/** Derives the label and page of a ledger entry's cause from the prefix of its id. */
import type { LinkProps } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { causeTexts as texts } from "./strings.ts";

export interface CauseLink {
  readonly words: string;
  readonly target: Pick<LinkProps, "to" | "params">;
}

/**
 * Returns the link, or undefined if the cause has no page. `name` is the product's name, if the
 * event has one.
 */
export function causeLinkOf(cause: string, name?: string | null): CauseLink | undefined {
  const isStake = name?.endsWith("staking") ?? false;
  if (cause.startsWith("ctr_")) return { words: texts.contract, target: paths.purchasePower };
  if (cause.startsWith("bst_")) return { words: texts.boost, target: paths.dashboard };
  if (cause.startsWith("wrk_")) return { words: texts.work, target: paths.mining };
  if (cause.startsWith("ord_")) return { words: texts.order, target: paths.hardware };
  if (cause.startsWith("rig_")) return { words: texts.rig, target: paths.hardware };
  if (/^(forex\/|fxo_)/.test(cause)) return { words: texts.forex, target: paths.forex };
  if (!cause.startsWith("pos_")) return undefined;
  return isStake
    ? { words: texts.stake, target: paths.staking }
    : { words: texts.investment, target: paths.invest };
}
