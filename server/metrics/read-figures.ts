/**
 * Adds metrics of reads: the number of reads from the standby and from the primary, and the
 * standby's delay.
 */
import { Counter, type Registry } from "prom-client";
import type { AnsweredBy, Reads } from "#platform";
import { addGauge } from "./gauge.ts";

export function addReadFigures(
  registry: Registry,
  reads: Pick<Reads, "answered" | "delaySeconds">,
): void {
  const counter = new Counter({
    name: "standby_reads_total",
    help: "Reads that a standby may answer, by the server that answered and why",
    labelNames: ["by"],
    registers: [],
    collect() {
      this.reset();
      for (const [by, count] of Object.entries(reads.answered()) as [AnsweredBy, number][])
        this.inc({ by }, count);
    },
  });
  registry.registerMetric(counter);
  addGauge(
    registry,
    {
      name: "standby_delay_seconds",
      help: "Maximal delay of the standby, checked every second",
    },
    () => reads.delaySeconds(),
  );
}
