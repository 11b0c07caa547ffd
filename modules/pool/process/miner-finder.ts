/** Finds the user who is credited for shares submitted under a mining name. */
import type { Effect, Miner } from "../stratum/session.ts";
import type { Parent } from "./ask-parent.ts";

/** Name of the house rig. No user's mining name starts with an underscore. */
export const HOUSE = "_house";

export function minerFinder({
  parent,
  houseToken,
}: {
  readonly parent: Pick<Parent, "ownerOf">;
  readonly houseToken: string;
}) {
  return async ({
    name,
    password,
  }: Extract<Effect, { kind: "authorize" }>): Promise<Miner | undefined> => {
    if (name.user === HOUSE)
      return password.split(",")[0] === houseToken ? { ...name, userId: null } : undefined;
    const userId = await parent.ownerOf(name.user);
    return userId === undefined ? undefined : { ...name, userId };
  };
}
