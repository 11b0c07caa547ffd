/** Formats and chooses authenticators' display names, which are unique per user. */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { twoFactorTexts as texts } from "./strings.ts";

export type AuthenticatorRow = ApiAnswer<"getSecondFactor">["authenticators"][number];

export function nameOf({ name }: Pick<AuthenticatorRow, "name">): string {
  return name === "" ? texts.defaultName(0) : name;
}

export function freeName(authenticators: readonly AuthenticatorRow[]): string {
  const taken = new Set(authenticators.map(({ name }) => name));
  let count = 0;
  while (taken.has(texts.defaultName(count))) count += 1;
  return texts.defaultName(count);
}
