/**
 * Tests that the coin bar is drawn to scale and that its line marks the end of the promised coins.
 */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import { CoinsBar } from "./CoinsBar.tsx";
import type { Treasury } from "./treasury.ts";

fakeServer();

test("the width of each part is proportional to its coins, however thin", () => {
  const treasury = {
    trialBalance: {
      assets: [{ asset: "BTC", credits: 1_000_000 }],
      classes: [{ name: "users:available", asset: "BTC", credits: 700 }],
    },
    reserve: { lockedSats: 0, freeSats: 999_300 },
    cover: { fundsSats: 0, marginSats: 0 },
  } as unknown as Treasury;
  renderPage(<CoinsBar treasury={treasury} />);
  const parts = [...screen.getByRole("img").querySelectorAll<HTMLElement>("[data-part]")];
  const places = parts.map(({ dataset, style }) => [dataset["part"], style.width || style.left]);
  expect(Object.fromEntries(places)).toMatchObject({ owed: "0.07%", promised: "0.07%" });
  expect(parts.map(({ className }) => className).join(" ")).not.toContain("min-w-");
});
