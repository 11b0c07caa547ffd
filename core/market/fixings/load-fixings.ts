/**
 * Loads the built-in rates as a separate chunk of 155 kB, which pages need only to replay a day.
 */
import { readFixings, type Fixing } from "./fixings.ts";

/**
 * Returns all rows, oldest first. Each call decodes the rows again, so callers should keep the
 * result.
 */
export async function loadFixings(): Promise<readonly Fixing[]> {
  const { ECB_FIXINGS } = await import("./ecb-fixings.ts");
  return readFixings(ECB_FIXINGS);
}
