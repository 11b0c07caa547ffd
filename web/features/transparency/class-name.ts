import { trialTexts as texts } from "./strings.ts";

const RESERVE = "reserve:";

/** Returns the label of an account class: `house:earn-funding:BTC` becomes `Earn funding`. */
export function className(account: string): string {
  const name = account.replace(/:(BTC|USD)$/, "");
  const label = texts.classes[name];
  if (label !== undefined) return label;
  return name.startsWith(RESERVE) ? texts.reserve(name.slice(RESERVE.length)) : name;
}
