/**
 * Opens the faucet, which sends real test coins from the treasury to a user's deposit address,
 * on-chain like any withdrawal. The platform pays the miner's fee. A user, a network and all users
 * together receive at most the announced amounts per UTC day, even with concurrent requests.
 */
import { practiceNetworkGuard } from "#bitcoin";
import { groupCommit, type Bus } from "#platform";
import { spareTreasurySats } from "#treasury";
import { pauseReasonOf as chainReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { SENDER } from "../withdrawals/withdrawal-queues.ts";
import {
  allowanceOf,
  closedReasonOf,
  mostSatsOf,
  neededSatsFor,
  pauseReasonOf,
  sharedReasonOf,
  type Asker,
  type FaucetLimits,
} from "./allowance.ts";
import { leastOf } from "./faucet-shares.ts";
import { faucetGrants, giveSingle, type GivingDeps, type Grant } from "./give.ts";
import type { FaucetRequest } from "./grant.ts";

const DAY_MS = 86_400_000;

export interface FaucetDeps extends GivingDeps {
  readonly bus: Bus;
}

export interface FaucetState {
  readonly isOpen: boolean;
  readonly closedReason: string | null;
  readonly dailySats: bigint;
  readonly remainingSats: bigint;
  /**
   * Daily and remaining amount shared by all users of this network; null if no network limit
   * applies.
   */
  readonly network: { readonly dailySats: bigint; readonly remainingSats: bigint } | null;
  /** The next midnight UTC if the user received a grant today, otherwise null. */
  readonly resetsAt: Date | null;
}

export async function faucetState(
  deps: Pick<FaucetDeps, "database" | "clock" | "treasury" | keyof FaucetLimits>,
  { userId, origin }: Asker,
): Promise<FaucetState> {
  const { database, treasury } = deps;
  const now = deps.clock.now();
  const allowance = await allowanceOf(database, deps, { userId, origin, now });
  const neededSats = neededSatsFor(allowance.leastSats);
  const spareSats = await spareTreasurySats(database, treasury, { now, wantedSats: neededSats });
  const chainReason = chainReasonOf(await readCursor(database));
  const closedReason =
    (await closedReasonOf(database, { neededSats, spareSats, chainReason })) ??
    sharedReasonOf(allowance) ??
    pauseReasonOf(allowance);
  const [first, ...wider] = allowance.networks;
  const network = first && leastOf([...wider, first]);
  const midnight = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return {
    isOpen: closedReason === null,
    closedReason,
    dailySats: allowance.dailySats,
    remainingSats: mostSatsOf(allowance),
    network: network
      ? { dailySats: network.limitSats, remainingSats: network.remainingSats }
      : null,
    resetsAt: allowance.isTakenFrom ? midnight : null,
  };
}

/**
 * Returns a function that handles one request. Concurrent requests share a database transaction.
 */
export function openFaucet(deps: FaucetDeps): (request: FaucetRequest) => Promise<Grant> {
  const { node, bus } = deps;
  const assertNetwork = practiceNetworkGuard(node);
  const publish = ({ userId }: FaucetRequest): void => {
    bus.publish("me", { userId, what: "deposits" });
    bus.publish("wake", { worker: SENDER });
  };
  const give = groupCommit(faucetGrants(deps, publish), (request) =>
    giveSingle(deps, request, publish),
  );
  return async (request) => {
    await assertNetwork();
    return give(request);
  };
}
