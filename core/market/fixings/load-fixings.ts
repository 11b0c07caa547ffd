/**
 * The carried rates, in a piece of its own: 155 kB that a page loads when somebody replays a day.
 */
import { readFixings, type Fixing } from "./fixings.ts";

/** All rows, oldest first. Read anew each time: whoever needs them again keeps them. */
export async function loadFixings(): Promise<readonly Fixing[]> {
  const { ECB_FIXINGS } = await import("./ecb-fixings.ts");
  return readFixings(ECB_FIXINGS);
}
