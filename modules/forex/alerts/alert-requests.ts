/** Creates, changes and deletes a user's alerts. */
import { alertLimits } from "#api/limits";
import { newId, type Bus, type Clock, type Database, type DatabaseTransaction } from "#platform";
import type { People } from "../price-files/price-file-deps.ts";
import { isSameCondition, readCondition, type ConditionDraft } from "./alert.ts";
import { alertRefusals } from "./alert-refusals.ts";
import { conditionText } from "./alert-texts.ts";
import { FOREX_ALERTS } from "./alerts-worker.ts";
import {
  alertsOf,
  deleteAlerts,
  insertAlert,
  lockAlerts,
  rearmAlert,
  type AlertRow,
  type NewAlert,
} from "./alerts-table.ts";

export interface AlertRequestDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly people: Pick<People, "requirePerson">;
}

export interface AlertDraft extends ConditionDraft {
  readonly repeatSeconds?: number | null | undefined;
  readonly note?: string | null | undefined;
  readonly expiresAt?: Date | null | undefined;
}

const YEAR_MS = 366 * 86_400_000;

/** Creates an alert. Throws `alert_exists`, `too_many_alerts` or a Refusal of the draft. */
export async function createAlert(
  deps: AlertRequestDeps,
  { userId, draft }: { readonly userId: string; readonly draft: AlertDraft },
): Promise<AlertRow> {
  return save(deps, userId, async (tx, own, now) => {
    const alert = { ...readAlert(draft, now), id: newId("fxa", now), userId };
    assertNew(own, alert);
    assertRoom(own);
    await insertAlert(tx, alert);
    await deleteOldest(tx, own);
    return alert.id;
  });
}

/** Replaces an alert and arms it again, whether it is active, has fired or has expired. */
export async function changeAlert(
  deps: AlertRequestDeps,
  request: { readonly userId: string; readonly id: string; readonly draft: AlertDraft },
): Promise<AlertRow> {
  const { userId, id, draft } = request;
  return save(deps, userId, async (tx, own, now) => {
    const existing = own.find((one) => one.id === id);
    if (!existing) throw alertRefusals.alert_unknown();
    const others = own.filter((one) => one !== existing);
    const alert = { ...readAlert(draft, now), id, userId };
    assertNew(others, alert);
    assertRoom(others);
    await rearmAlert(tx, alert);
    return id;
  });
}

export async function removeAlert(
  deps: AlertRequestDeps,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  const { database, bus } = deps;
  await database.transaction(async (tx) => {
    const own = await lockAlerts(tx, userId);
    if (!own.some((one) => one.id === id)) throw alertRefusals.alert_unknown();
    await deleteAlerts(tx, [id]);
  });
  publish(bus, userId);
}

async function save(
  { database, clock, bus, people }: AlertRequestDeps,
  userId: string,
  write: (tx: DatabaseTransaction, own: AlertRow[], now: Date) => Promise<string>,
): Promise<AlertRow> {
  const saved = await database.transaction(async (tx) => {
    await people.requirePerson(tx, userId);
    const id = await write(tx, await lockAlerts(tx, userId), clock.now());
    return (await alertsOf(tx, userId)).find((one) => one.id === id);
  });
  if (!saved) throw new Error("the alert was not saved");
  publish(bus, userId);
  return saved;
}

/** Notifies the user's pages and the worker. */
function publish(bus: Bus, userId: string): void {
  bus.publish("me", { userId, what: "forex" });
  bus.publish("wake", { worker: FOREX_ALERTS });
}

function readAlert(draft: AlertDraft, now: Date): Omit<NewAlert, "id" | "userId"> {
  const { repeatSeconds = null, note = null, expiresAt = null } = draft;
  const inMs = expiresAt === null ? 1 : expiresAt.getTime() - now.getTime();
  if (inMs <= 0 || inMs > YEAR_MS) throw alertRefusals.alert_expiry_invalid();
  return {
    ...readCondition(draft),
    repeatSeconds,
    note: note?.trim() === "" ? null : note,
    expiresAt,
    armedAt: now,
  };
}

const isActive = ({ state }: AlertRow) => state === "ACTIVE";

function assertNew(own: readonly AlertRow[], alert: NewAlert): void {
  const same = own.filter(isActive).find((one) => isSameCondition(one, alert));
  if (same) throw alertRefusals.alert_exists({ condition: conditionText(same), id: same.id });
}

function assertRoom(own: readonly AlertRow[]): void {
  const max = alertLimits.activeMax;
  if (own.filter(isActive).length >= max) throw alertRefusals.too_many_alerts({ max: String(max) });
}

/** Deletes the oldest ended alerts beyond the number that the list shows. */
async function deleteOldest(tx: DatabaseTransaction, own: readonly AlertRow[]): Promise<void> {
  const ended = own.filter((one) => !isActive(one)).slice(alertLimits.endedMax);
  if (ended.length > 0)
    await deleteAlerts(
      tx,
      ended.map(({ id }) => id),
    );
}
