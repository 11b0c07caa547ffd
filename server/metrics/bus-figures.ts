/** Metrics of the events between processes, as seen by this process. */
import type { Registry } from "prom-client";
import type { SharedBus } from "#platform";
import { addCounter, addOkGauge } from "./gauge.ts";

export function addBusFigures(
  registry: Registry,
  bus: Pick<SharedBus, "figures" | "isShared">,
): void {
  addOkGauge(
    registry,
    { name: "bus_connected", help: "Announcements of this process cross to the others" },
    () => bus.isShared,
  );
  addCounter(
    registry,
    { name: "bus_payloads_out_total", help: "Payloads of announcements that this process sent" },
    () => bus.figures().payloadsOut,
  );
  addCounter(
    registry,
    { name: "bus_payloads_in_total", help: "Payloads of announcements heard from other processes" },
    () => bus.figures().payloadsIn,
  );
  addCounter(
    registry,
    { name: "bus_missed_total", help: "Times that announcements may have been missed; 1 at start" },
    () => bus.figures().missed,
  );
  addCounter(
    registry,
    {
      name: "bus_ignored_total",
      help: "Payloads heard that were, or had in them, no announcement",
    },
    () => bus.figures().ignored,
  );
  addCounter(
    registry,
    { name: "bus_reconnects_total", help: "Times that what carries announcements came back" },
    () => bus.figures().reconnects,
  );
}
