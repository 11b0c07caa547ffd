/** Somebody as the list of people has them, and how they are spoken of. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { peopleTexts as texts } from "../strings.ts";

export type Person = ApiAnswer<"listPeople">["items"][number];

/** What to call somebody whose name may be empty, and the address too. */
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

/** Satoshis, what is reserved included. */
export function balanceOf({ balances }: Pick<Person, "balances">): number {
  return balances.availableSats + balances.heldSats;
}
