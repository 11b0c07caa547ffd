/** Handlers for alerts: parse the request, call the use case, format the response. */
import type { forexAlertsApi } from "#api/forex-alerts";
import type { Handlers } from "#api/route";
import { changeAlert, createAlert, removeAlert, type AlertRequestDeps } from "./alert-requests.ts";
import { amountText, conditionText } from "./alert-texts.ts";
import { alertsOf, type AlertRow } from "./alerts-table.ts";

export function forexAlertRoutes(deps: AlertRequestDeps): Handlers<typeof forexAlertsApi> {
  return {
    async listForexAlerts({ caller }) {
      const rows = await alertsOf(deps.database, caller.userId);
      const isActive = ({ state }: AlertRow) => state === "ACTIVE";
      const sorted = [...rows.filter(isActive), ...rows.filter((row) => !isActive(row))];
      return { items: sorted.map(presentAlert), nextCursor: null };
    },
    createForexAlert: async ({ caller: { userId }, body }) =>
      presentAlert(await createAlert(deps, { userId, draft: body })),
    changeForexAlert: async ({ caller: { userId }, params: { alertId: id }, body }) =>
      presentAlert(await changeAlert(deps, { userId, id, draft: body })),
    async deleteForexAlert({ caller: { userId }, params: { alertId: id } }) {
      await removeAlert(deps, { userId, id });
      return { isDeleted: true as const };
    },
  };
}

function presentAlert(row: AlertRow) {
  const { id, kind, instrument, side, direction, level, firedValue, ...rest } = row;
  return {
    id,
    kind,
    instrument: instrument?.name ?? null,
    side,
    direction,
    level: amountText(row, level),
    condition: conditionText(row),
    repeatSeconds: rest.repeatSeconds,
    note: rest.note,
    expiresAt: rest.expiresAt,
    state: rest.state,
    createdAt: rest.createdAt,
    firedCount: rest.firedCount,
    firedAt: rest.firedAt,
    foundAt: rest.foundAt,
    firedValue: firedValue === null ? null : amountText(row, firedValue),
  };
}
