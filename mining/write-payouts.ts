/**
 * Writes what is due to one user since the last payout: the statement of each earner, and for rigs
 * the power charged in the same breath. The transfers come back for the caller to post, as the last
 * statement before COMMIT.
 */
import { balancesOf, houseAccount, userAccount, type Transfer } from "#ledger";
import { deliver } from "#notifications";
import { derivedUuid, newId, type Clock, type DatabaseTransaction } from "#platform";
import { advanceEarner, closeEarner, openEarners, type Earner } from "./earners-table.ts";
import { lockMiner, switchesAfter } from "./miners-table.ts";
import { insertPayout, type Payout } from "./payouts-table.ts";
import { allReferenceValues, holdReferenceValues } from "#treasury";
import { settleRig, type PowerCharge, type RigSettlement } from "./rig-settlement.ts";
import { addPower, stopRig } from "./rigs-table.ts";
import { unpaidSegments, type Segment } from "./segments.ts";
import { settle, type Settlement } from "./settlement.ts";
import { tariffsFrom } from "./tariffs-table.ts";

export interface WrittenPayouts {
  readonly transfers: readonly Transfer[];
  readonly payouts: number;
  /** To rigs' owners. */
  readonly letters: number;
  /** Earnings, without the power that is charged. */
  readonly paidSats: bigint;
}

/** Locks the user's mining. Without rigs, they wait for the next round. */
export async function writePayouts(
  tx: DatabaseTransaction,
  clock: Clock,
  { userId, withRigs }: { readonly userId: string; readonly withRigs: boolean },
): Promise<WrittenPayouts> {
  await holdReferenceValues(tx);
  const { miningSince } = await lockMiner(tx, userId);
  const now = clock.now();
  const earners = (await openEarners(tx, userId)).filter(({ kind }) => withRigs || kind !== "rig");
  const segmentsOf = await unpaidSegmentsOf(tx, userId, { earners, now });
  const isMining = miningSince !== null;
  const payouts: Payout[] = [];
  for (const earner of earners.filter(({ kind }) => kind !== "rig")) {
    const payout = await writePayout(tx, earner, { segments: segmentsOf(earner), now, isMining });
    if (payout) payouts.push(payout);
  }
  const rigs = earners.filter((earner) => earner.kind === "rig" && segmentsOf(earner).length > 0);
  const written = { payouts, letters: 0 };
  if (rigs.length > 0) {
    let { availableSats } = await balancesOf(tx, userId);
    availableSats += sumOf(payouts);
    for (const rig of rigs) {
      const purse = { availableSats, isLast: false };
      const settled = settleRig(rig, segmentsOf(rig), purse);
      if (!settled || canWait(settled, isMining)) continue;
      const payout = await writeRigSettlement(tx, rig, settled);
      if (payout) payouts.push(payout);
      availableSats += settled.settlement.payoutSats - settled.power.chargedSats;
      if (settled.stopsAt) {
        await stopForPower(tx, rig, { stopsAt: settled.stopsAt, now });
        written.letters += 1;
      }
    }
  }
  return {
    transfers: payouts.flatMap(transfersOf),
    payouts: payouts.length,
    letters: written.letters,
    paidSats: sumOf(payouts),
  };
}

/** The unpaid time of these earners of one user until `now`. */
export async function unpaidSegmentsOf(
  tx: DatabaseTransaction,
  userId: string,
  { earners, now }: { readonly earners: readonly Earner[]; readonly now: Date },
): Promise<(earner: Earner) => readonly Segment[]> {
  const oldest = earners.map((earner) => earner.accruedUntil).toSorted((a, b) => +a - +b)[0];
  if (!oldest) return () => [];
  const switches = await switchesAfter(tx, userId, oldest);
  const references = await allReferenceValues(tx);
  const tariffs = await tariffsFrom(tx, userId, oldest);
  const found = new Map(
    earners.map((earner) => [
      earner.id,
      unpaidSegments(earner, { switches, references, tariffs, until: now }),
    ]),
  );
  return ({ id }) => found.get(id) ?? [];
}

interface Due {
  readonly segments: readonly Segment[];
  readonly now: Date;
  readonly isMining: boolean;
}

async function writePayout(
  tx: DatabaseTransaction,
  earner: Earner,
  { segments, now, isMining }: Due,
): Promise<Payout | undefined> {
  const payout = payoutOf(earner, { settlement: settle(earner, segments), power: null });
  const isOver = earner.endsAt !== null && earner.endsAt <= now;
  // While mining goes on, less than a satoshi waits for the next round instead of filling the
  // statement.
  const waits = segments.length === 0 || (payout.payoutSats === 0n && isMining);
  if (waits && !isOver) return undefined;
  const to = segments.at(-1)?.to ?? earner.accruedUntil;
  await advanceEarner(tx, earner, payout, isOver ? (earner.endsAt ?? to) : to);
  if (segments.length > 0) await insertPayout(tx, payout);
  if (isOver) await closeEarner(tx, earner.id, now);
  return segments.length > 0 ? payout : undefined;
}

function canWait({ settlement, power, stopsAt }: RigSettlement, isMining: boolean): boolean {
  return isMining && !stopsAt && settlement.payoutSats === 0n && power.chargedSats === 0n;
}

/** Writes the rig's payout with its power; undefined when no time was settled. */
export async function writeRigSettlement(
  tx: DatabaseTransaction,
  rig: Earner,
  { settlement, power, stopsAt }: RigSettlement,
): Promise<Payout | undefined> {
  const { segments } = settlement;
  await advanceEarner(tx, rig, settlement, segments.at(-1)?.to ?? stopsAt ?? rig.accruedUntil);
  if (segments.length === 0) return undefined;
  const payout = payoutOf(rig, { settlement, power });
  await addPower(tx, rig.id, power);
  await insertPayout(tx, payout);
  return payout;
}

async function stopForPower(
  tx: DatabaseTransaction,
  rig: Earner,
  { stopsAt, now }: { readonly stopsAt: Date; readonly now: Date },
): Promise<void> {
  await stopRig(tx, rig.id, stopsAt);
  const { userId, name } = rig;
  const values = { rig: name ?? rig.id, rigId: rig.id, at: stopsAt.toISOString() };
  await deliver(tx, { userId, template: "rig_stopped", values, now });
}

interface Settled {
  readonly settlement: Settlement;
  readonly power: PowerCharge | null;
}

function payoutOf(earner: Earner, { settlement, power }: Settled): Payout {
  const number = earner.payouts + 1;
  const idOf = (what: string, sats: bigint) =>
    sats > 0n ? transferIdOfPayout(earner.id, number, what) : null;
  return {
    ...settlement,
    id: newId("pay", settlement.segments.at(-1)?.to),
    earnerId: earner.id,
    number,
    userId: earner.userId,
    transferId: idOf("mining-payout", settlement.payoutSats),
    power: power && { ...power, transferId: idOf("power-charge", power.chargedSats) },
  };
}

/**
 * The same id for the same payout, always: the ledger itself would refuse to post it a second time.
 */
function transferIdOfPayout(earnerId: string, number: number, what: string): string {
  const uuid = earnerId.slice(earnerId.indexOf("_") + 1);
  return derivedUuid(uuid, what, earnerId, String(number));
}

/**
 * Earnings first: they help to pay the power. Power is revenue of the house's mining account, which
 * runs the machines.
 */
export function transfersOf({ userId, earnerId, ...payout }: Payout): Transfer[] {
  const house = houseAccount("mining", "BTC");
  const user = userAccount(userId, "available", "BTC");
  const earned = {
    id: payout.transferId,
    debit: house,
    credit: user,
    amount: payout.payoutSats,
    code: "mining_payout" as const,
    cause: earnerId,
  };
  const power = {
    id: payout.power?.transferId ?? null,
    debit: user,
    credit: house,
    amount: payout.power?.chargedSats ?? 0n,
    code: "power_charge" as const,
    cause: earnerId,
  };
  return [earned, power].flatMap(({ id, ...transfer }) => (id ? [{ id, ...transfer }] : []));
}

function sumOf(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, { payoutSats }) => sum + payoutSats, 0n);
}
