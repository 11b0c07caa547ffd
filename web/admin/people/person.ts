/** A user as in the list, and how texts refer to them. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { peopleTexts as texts } from "../strings.ts";

export type Person = ApiAnswer<"listPeople">["items"][number];

/** The user's name, or the address if the name is empty, or a fallback if both are. */
export function calledName({ name, email }: Pick<Person, "name" | "email">): string {
  return name || email || texts.noName;
}

export function roleText({
  isAdmin,
  isAnonymous,
}: Pick<Person, "isAdmin" | "isAnonymous">): string {
  if (isAdmin) return texts.admin;
  return isAnonymous ? texts.trying : texts.user;
}

/** Satoshis, including reserved ones. */
export function balanceOf({ balances }: Pick<Person, "balances">): number {
  return balances.availableSats + balances.heldSats;
}
