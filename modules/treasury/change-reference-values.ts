/**
 * Changes the reference values for an administrator. A change must be based on the current version,
 * so that administrators cannot overwrite each other's changes. The new values must stay within
 * limits, so that a typing error does not change every user's prices.
 */
import {
  centsPerBtcOf,
  difficultyOf,
  difficultyText,
  formatScaled,
  parseScaled,
  REFERENCE_FIELD_NAMES,
  REFERENCE_STEP_HOURS,
  referenceFaults,
  usdText,
  type ReferenceTexts,
} from "#economics";
import { defineRefusals, type Clock, type DatabaseTransaction } from "#platform";
import {
  lockReferenceValues,
  recentReferenceValues,
  referenceValuesSince,
} from "./reference-values-table.ts";
import type { ReferenceValues } from "./reference-values.ts";
import { postReferenceValues } from "./post-reference-values.ts";

const referenceRefusals = defineRefusals({
  reference_values_changed: {
    status: 409,
    title: "Changed by someone else",
    text: "New reference values were posted in the meantime. Check them before you change them again.",
  },
  reference_values_invalid: { status: 422, title: "Invalid Value", text: "{fault}" },
  reference_values_same: {
    status: 422,
    title: "Nothing to Change",
    text: "These reference values are already in force. Change at least one.",
  },
});

const STEP_MS = REFERENCE_STEP_HOURS * 3_600_000;

export interface ReferenceChange {
  /** Id of the version that the administrator saw. */
  readonly seenId: string;
  readonly next: ReferenceTexts;
  readonly source: string;
  readonly setBy: string;
}

/**
 * Posts the new values, which apply immediately. Throws `reference_values_changed`,
 * `reference_values_invalid`, `reference_values_same`.
 */
export async function changeReferenceValues(
  tx: DatabaseTransaction,
  clock: Clock,
  { seenId, next, source, setBy }: ReferenceChange,
): Promise<{ readonly before: ReferenceValues; readonly after: ReferenceValues }> {
  await lockReferenceValues(tx);
  const [before] = await recentReferenceValues(tx, 1);
  if (before?.id !== seenId) throw referenceRefusals.reference_values_changed();
  const present = referenceTexts(before);
  const base = await referenceValuesSince(tx, new Date(clock.now().getTime() - STEP_MS));
  const [fault] = Object.values(referenceFaults(present, next, referenceTexts(base ?? before)));
  if (fault !== undefined) throw referenceRefusals.reference_values_invalid({ fault });
  const values = valuesOf(next);
  const after = { ...before, ...values };
  if (REFERENCE_FIELD_NAMES.every((name) => referenceTexts(after)[name] === present[name]))
    throw referenceRefusals.reference_values_same();
  return { before, after: await postReferenceValues(tx, clock, { ...values, source, setBy }) };
}

export function referenceTexts(values: ReferenceValues): ReferenceTexts {
  return {
    usdPerBtc: usdText(values.centsPerBtc),
    difficulty: difficultyText(values.difficulty),
    subsidyBtc: formatScaled(values.subsidySats, 8),
    feesBtc: formatScaled(values.feesSats, 8),
    poolFeePercent: formatScaled(values.poolFeeMillionths, 4),
    usdPerKwh: values.usdPerKwh,
    boostUsdPerThsDay: values.boostUsdPerThsDay,
  };
}

function valuesOf(texts: ReferenceTexts) {
  return {
    centsPerBtc: centsPerBtcOf(texts.usdPerBtc),
    difficulty: difficultyOf(texts.difficulty),
    subsidySats: parseScaled(texts.subsidyBtc, 8),
    feesSats: parseScaled(texts.feesBtc, 8),
    poolFeeMillionths: parseScaled(texts.poolFeePercent, 4),
    usdPerKwh: shortest(texts.usdPerKwh),
    boostUsdPerThsDay: shortest(texts.boostUsdPerThsDay),
  };
}

function shortest(decimal: string): string {
  return formatScaled(parseScaled(decimal, 6), 6);
}
