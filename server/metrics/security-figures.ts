/** Adds metrics of security events, labelled by kind but never by network or user. */
import { Counter, type Registry } from "prom-client";
import { EVENT_KINDS, type SecurityEvents } from "#security";

export function addSecurityFigures(registry: Registry, events: SecurityEvents): void {
  registry.registerMetric(
    new Counter({
      name: "security_events_total",
      help: "Security events by kind, as on /admin/security",
      labelNames: ["kind"],
      registers: [],
      collect() {
        this.reset();
        for (const kind of EVENT_KINDS) this.inc({ kind }, events.total(kind));
      },
    }),
  );
}
