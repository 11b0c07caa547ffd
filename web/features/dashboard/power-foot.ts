/**
 * Note under the power figure, which explains that a contract's price includes power, while a rig's
 * power is charged separately.
 */
import { decimalText } from "../../ui/amounts/number-format.ts";
import { dashboardTexts as texts } from "./strings.ts";

const HOURS_PER_DAY = 24;

export function powerFoot({
  rigs,
  tariff,
}: {
  readonly rigs: readonly { readonly powerKw: string; readonly stoppedAt: string | null }[];
  readonly tariff: { readonly usdPerKwh: string };
}): string {
  const running = rigs.filter(({ stoppedAt }) => stoppedAt === null);
  if (running.length === 0) return texts.powerIncluded;
  const kw = running.reduce((sum, { powerKw }) => sum + Number(powerKw), 0);
  const usdADay = kw * HOURS_PER_DAY * Number(tariff.usdPerKwh);
  return texts.powerOfRigs(decimalText(kw.toFixed(3), 2), decimalText(usdADay.toFixed(2), 2));
}
