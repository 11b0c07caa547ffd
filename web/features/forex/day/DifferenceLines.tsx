/** Lists the reported values that differ from the computed values, one per line. */
import type { Difference } from "#market";
import { dayTexts as texts, nameOf } from "./strings.ts";

const SHOWN = 5;

export function DifferenceLines({ differences }: { differences: readonly Difference[] }) {
  return differences.slice(0, SHOWN).map(({ what, reported, computed }) => (
    <p key={what} className="text-xs wrap-anywhere whitespace-normal text-down">
      {texts.differs1(nameOf(what), reported, computed)}
    </p>
  ));
}
