/**
 * Defines the Node globals that Ledger's packages expect. Import this file before those packages.
 */
import { Buffer } from "buffer";

type Work = (...values: readonly unknown[]) => void;

interface Node {
  Buffer?: typeof Buffer;
  process?: unknown;
  global?: unknown;
}

const globals = globalThis as Node;
globals.Buffer ??= Buffer;
globals.global ??= globalThis;
globals.process ??= {
  env: {},
  browser: true,
  version: "",
  nextTick: (work: Work, ...values: readonly unknown[]) => queueMicrotask(() => work(...values)),
};
