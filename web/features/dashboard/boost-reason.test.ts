import { expect, test } from "vitest";
import { boostReason } from "./boost-reason.ts";
import { dashboardTexts as texts } from "./strings.ts";

const now = new Date("2026-11-21T12:00:00Z");

test("the reasons that prevent a boost are checked in a fixed order", () => {
  expect(boostReason({ baseThs: "0", boost: null }, 10n, 100, now)).toBe(texts.noContractReason);
  const boost = { endsAt: "2026-11-22T11:00:00Z" } as never;
  expect(boostReason({ baseThs: "50", boost }, 10n, 100, now)).toMatch(/tomorrow/);
  expect(boostReason({ baseThs: "50", boost: null }, undefined, 100, now)).toBe(texts.oneReason);
  expect(boostReason({ baseThs: "50", boost: null }, 101n, 100, now)).toBe(texts.fundsReason);
  expect(boostReason({ baseThs: "50", boost: null }, 100n, 100, now)).toBeUndefined();
});
