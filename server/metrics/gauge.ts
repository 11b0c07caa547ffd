/**
 * Adds gauges that read their source each time they are scraped. If the source fails or has no
 * value yet, a plain gauge is NaN, never 0. A health gauge is 0 in this case, which means
 * unhealthy.
 */
import { Counter, Gauge, type Registry } from "prom-client";
import { withTimeLimit } from "../health/time-limit.ts";

interface Plan {
  readonly name: string;
  readonly help: string;
}

/** Adds a gauge. `read` returns null if the value is unknown. */
export function addGauge(
  registry: Registry,
  plan: Plan,
  read: () => number | null | Promise<number | null>,
): void {
  add(registry, plan, async () => (await read()) ?? NaN, NaN);
}

/** Adds a gauge whose value is 1 or 0, or NaN if `read` returns null. */
export function addOkGauge(
  registry: Registry,
  plan: Plan,
  read: () => boolean | null | Promise<boolean | null>,
): void {
  const number = async () => {
    const isOk = await read();
    return isOk === null ? NaN : Number(isOk);
  };
  add(registry, plan, number, 0);
}

function add(
  registry: Registry,
  plan: Plan,
  read: () => Promise<number>,
  whenFailed: number,
): void {
  const gauge = new Gauge({
    ...plan,
    registers: [],
    async collect() {
      this.set(await withTimeLimit(read()).catch(() => whenFailed));
    },
  });
  registry.registerMetric(gauge);
}

/**
 * Adds a gauge with one series per element of `values`, which must be few and fixed. A value of
 * null omits its series.
 */
export function addLabelledGauge<Value extends string>(
  registry: Registry,
  plan: Plan & { readonly label: string; readonly values: () => readonly Value[] },
  read: () => Promise<Readonly<Record<Value, number | null>>>,
): void {
  const { name, help, label, values } = plan;
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      const figures = await withTimeLimit(read()).catch(() => undefined);
      this.reset();
      for (const value of values()) {
        const number = figures ? figures[value] : NaN;
        if (number !== null) this.set({ [label]: value }, number);
      }
    },
  });
  registry.registerMetric(gauge);
}

/**
 * Adds a counter whose count is tracked by another component. The counter starts at 0 and never
 * decreases.
 */
export function addCounter(registry: Registry, plan: Plan, read: () => number): void {
  const counter = new Counter({
    ...plan,
    registers: [],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
  registry.registerMetric(counter);
}
