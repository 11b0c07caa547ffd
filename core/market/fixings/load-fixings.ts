/** The built-in rates in a separate chunk of 155 kB, which a page loads only to replay a day. */
import { readFixings, type Fixing } from "./fixings.ts";

/** All rows, oldest first. Not cached: callers that need the rows again must keep them. */
export async function loadFixings(): Promise<readonly Fixing[]> {
  const { ECB_FIXINGS } = await import("./ecb-fixings.ts");
  return readFixings(ECB_FIXINGS);
}
