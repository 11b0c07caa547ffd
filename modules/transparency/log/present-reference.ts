/** Converts reference values to the form that the transparency page and the log show. */
import type { z } from "zod";
import type { transparencyApi } from "#api/transparency";
import { referenceTexts, type ReferenceValues } from "#treasury";

type Answer = z.output<(typeof transparencyApi)["getTransparency"]["response"]>["reference"];

export function presentReference(values: ReferenceValues): Answer {
  const { usdPerBtc, difficulty, poolFeePercent, usdPerKwh, boostUsdPerThsDay } =
    referenceTexts(values);
  return {
    rateUsdPerBtc: usdPerBtc,
    difficulty,
    subsidySats: values.subsidySats,
    feesSats: values.feesSats,
    poolFeePercent,
    usdPerKwh,
    boostUsdPerThsDay,
    validFrom: values.validFrom,
    source: values.source,
  };
}
