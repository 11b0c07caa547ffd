/**
 * Opens or closes a position, or runs the earn worker, at a given time, in a process that tests
 * kill or run twice at once.
 *
 * Usage:
 *   earn-process.ts <database url> <time> work <rounds>
 *   earn-process.ts <database url> <time> stake <user> <key> <sats>
 *   earn-process.ts <database url> <time> exit <user> <key> <position>
 */
import { exitPosition, openPosition, stakingFor, workEarn } from "#earn";
import { openDatabase, requestHash } from "#platform";
import { earnDeps } from "./earn.ts";

const [, , url = "", time = "", what, ...rest] = process.argv;
const database = openDatabase(url, { connectionsMax: 8 });
const deps = earnDeps(database, time);

async function work(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await workEarn(deps);
}

if (what === "work") await work(Number(rest[0]));
else {
  const [userId = "", key = "", subject = ""] = rest;
  const request = { userId, key, route: what ?? "", requestHash: requestHash(rest) };
  if (what === "stake")
    await openPosition(deps, {
      request,
      origin: { ip: "127.0.0.1", isLocal: true },
      findProduct: () => stakingFor(90),
      amountSats: BigInt(subject),
    });
  else await exitPosition(deps, { request, positionId: subject });
}
await database.close();
