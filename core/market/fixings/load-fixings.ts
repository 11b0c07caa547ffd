/**
 * Loads the built-in rates as a separate chunk of 155 kB, which a page needs only to replay a day.
 */
import { readFixings, type Fixing } from "./fixings.ts";

/**
 * Returns all rows, oldest first. They are not cached, so callers that need them again must keep
 * them.
 */
export async function loadFixings(): Promise<readonly Fixing[]> {
  const { ECB_FIXINGS } = await import("./ecb-fixings.ts");
  return readFixings(ECB_FIXINGS);
}
