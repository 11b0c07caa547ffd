/** Adds metrics of the event bus that connects the processes, as seen by this process. */
import type { Registry } from "prom-client";
import type { SharedBus } from "#platform";
import { addCounter, addOkGauge } from "./gauge.ts";

export function addBusFigures(
  registry: Registry,
  bus: Pick<SharedBus, "figures" | "isShared">,
): void {
  addOkGauge(
    registry,
    { name: "bus_connected", help: "Whether events of this process reach the others" },
    () => bus.isShared,
  );
  addCounter(
    registry,
    { name: "bus_payloads_out_total", help: "Payloads with events that this process sent" },
    () => bus.figures().payloadsOut,
  );
  addCounter(
    registry,
    { name: "bus_payloads_in_total", help: "Payloads with events received from other processes" },
    () => bus.figures().payloadsIn,
  );
  addCounter(
    registry,
    { name: "bus_missed_total", help: "Times that events may have been missed; 1 at start" },
    () => bus.figures().missed,
  );
  addCounter(
    registry,
    {
      name: "bus_ignored_total",
      help: "Received payloads that were not, or contained something that was not, an event",
    },
    () => bus.figures().ignored,
  );
  addCounter(
    registry,
    { name: "bus_reconnects_total", help: "Reconnections of the transport that carries events" },
    () => bus.figures().reconnects,
  );
}
