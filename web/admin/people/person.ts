/** Somebody as the list of people has them, and how they are spoken of. */
import type { ApiAnswer } from "../../api/route-shapes.ts";

export type Person = ApiAnswer<"listPeople">["items"][number];

/** What to call somebody whose name may be empty. */
export function calledName({ name, email }: Pick<Person, "name" | "email">): string {
  return name === "" ? email : name;
}

/** Satoshis, what is reserved included. */
export function balanceOf({ balances }: Pick<Person, "balances">): number {
  return balances.availableSats + balances.heldSats;
}
