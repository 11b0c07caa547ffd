/** Type of a user in the list, and functions for the user's name in texts. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { peopleTexts as texts } from "../strings.ts";

export type Person = ApiAnswer<"listPeople">["items"][number];

/** Returns the user's name, falling back to the e-mail address and then to a generic label. */
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

/** Returns the user's balance in satoshis, including held satoshis. */
export function balanceOf({ balances }: Pick<Person, "balances">): number {
  return balances.availableSats + balances.heldSats;
}
