/**
 * Keeps the user's indicators and the snap setting in browser storage, which the tabs share. If
 * storage is unavailable, the settings last until the page is closed.
 */
import { useSyncExternalStore } from "react";
import { FIRST_INDICATORS, readIndicators, type Indicator } from "../indicators/indicator.ts";

export interface ChartSettings {
  readonly indicators: readonly Indicator[];
  /** True if points of drawings snap to the prices of the nearest candle. */
  readonly snaps: boolean;
}

export const FIRST_SETTINGS: ChartSettings = { indicators: FIRST_INDICATORS, snaps: true };

const KEY = "forex-chart";
const listeners = new Set<() => void>();
let current: ChartSettings | undefined;

/** Reads stored settings. Missing or invalid parts become defaults. */
export function readSettings(text: string | null): ChartSettings {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (typeof stored !== "object" || stored === null) return FIRST_SETTINGS;
    const fields = new Map<string, unknown>(Object.entries(stored));
    return {
      indicators: readIndicators(fields.get("indicators")),
      snaps: fields.get("snaps") !== false,
    };
  } catch {
    return FIRST_SETTINGS;
  }
}

export function changeSettings(change: Partial<ChartSettings>): void {
  current = { ...get(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage may be blocked, for example in a private window. The settings then last until the
    // page is closed.
  }
  notifyListeners();
}

export function useChartSettings(): ChartSettings {
  return useSyncExternalStore(subscribe, get);
}

function get(): ChartSettings {
  return (current ??= readSettings(readStored()));
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key !== KEY) return;
  current = readSettings(newValue);
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
