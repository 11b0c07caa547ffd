/**
 * A gauge that asks its source when it is read. A source that fails, or has nothing to tell yet, is
 * never a 0: the gauge is NaN, and one that says whether something is well says that it is not.
 */
import { Counter, Gauge, type Registry } from "prom-client";
import { withTimeLimit } from "../health/time-limit.ts";

interface Plan {
  readonly name: string;
  readonly help: string;
}

/** Null: not known yet. */
export function addGauge(
  registry: Registry,
  plan: Plan,
  read: () => number | null | Promise<number | null>,
): void {
  add(registry, plan, async () => (await read()) ?? NaN, NaN);
}

/** 1 or 0. Null: not known yet, which is NaN. */
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

/** One value for each of `values`, which are few and known; null leaves one out. */
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

/** What somebody else counts, from 0 at the start and never less. */
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
