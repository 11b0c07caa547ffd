/** Adds metrics of the process itself, as prom-client collects them for any Node program. */
import { collectDefaultMetrics, type Registry } from "prom-client";

/**
 * Gauges of prom-client that are removed, because promtool accepts the suffix `_total` only for
 * counters. Each gauge is only the sum of a labelled gauge that remains.
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
