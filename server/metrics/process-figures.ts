/** Adds metrics of the process itself, as prom-client collects them for any Node program. */
import { collectDefaultMetrics, type Registry } from "prom-client";

/**
 * Gauges whose names are reserved for counters, so that promtool rejects them. prom-client chose
 * these names. Each gauge is the sum over its types.
 */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

export function addProcessFigures(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}
