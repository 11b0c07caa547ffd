/**
 * Tests the live chat's layout in both themes and at both widths, and its keyboard operation. The
 * chat must not cover important parts of a page.
 */
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { goInside, leave, type Theme } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import {
  bubble,
  chatIdOf,
  field,
  messagesIn,
  openChat,
  openSupportOf,
  panel,
} from "../support/browser/chat-browser.ts";
import { faultsOf, seeOnce } from "../support/browser/layouts.ts";
import { signUp } from "../support/people/person.ts";

const site = openSite();
const support = openSupportOf(site);

test("the keyboard opens the chat, and Escape closes it and restores the focus", async () => {
  const user = await site.visit("/dashboard", { person: await signUp(site.url, "Ann") });
  const { page } = user;
  await bubble(page).focus();
  await page.keyboard.press("Enter");
  await field(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  // The page's shortcuts are disabled while the user writes a message.
  await page.keyboard.type("g w?");
  await expect.poll(() => field(page).inputValue()).toBe("g w?");
  await page.keyboard.press("Escape");
  await panel(page).waitFor({ state: "hidden" });
  await page.waitForFunction(() =>
    (document.activeElement?.getAttribute("aria-label") ?? "").startsWith("Live chat"),
  );
  await page.keyboard.press("Enter");
  await expect.poll(() => field(page).inputValue()).toBe("g w?");
  expect(await leave(user)).toEqual([]);
});

/**
 * Returns the page's faults, and the elements that must stay visible but are covered by the open
 * chat panel.
 */
async function wrongPlaces(page: Page, isThemeNew: boolean): Promise<string[]> {
  const wrong = await faultsOf(page, isThemeNew);
  const [shown, strip] = await Promise.all([
    edgesOf(panel(page)),
    edgesOf(page.locator('[data-part="practice-strip"]')),
  ]);
  if ((await panel(page).getByRole("log").evaluate(widerBy)) > 0) wrong.push("a message is cut");
  if (shown.top < strip.bottom) wrong.push("over the practice strip");
  const tabs = page.getByRole("navigation", { name: "Main, small screens" });
  if ((await tabs.isVisible()) && shown.bottom > (await edgesOf(tabs)).top)
    wrong.push("over the tab bar");
  return wrong;
}

const widerBy = (box: Element) => box.scrollWidth - box.clientWidth;

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not to be seen");
  return { top: box.y, bottom: box.y + box.height };
}

const wrongIn = seeOnce(async (looks) => {
  const ann = await signUp(site.url, "Ann");
  const hello = {
    text: `${"Hallo ".repeat(20)}${"o".repeat(200)}`,
    clientMessageId: crypto.randomUUID(),
  };
  await ann.call("sendChatMessage", { body: hello });
  const chatId = await chatIdOf(ann);
  const answer = { text: "x".repeat(300), clientMessageId: crypto.randomUUID() };
  const { administrator } = support;
  await administrator.call("answerChat", { params: { chatId }, body: answer });
  const faults: string[] = [];
  for (const [path, person] of [
    ["/", undefined],
    ["/no-such-page", undefined],
    ["/dashboard", ann],
    [`/admin/support?chat=${chatId}`, administrator],
  ] as const) {
    const visitor = await site.visit(path, { person });
    const { page } = visitor;
    await openChat(page);
    if (person === ann) await messagesIn(page).nth(1).waitFor();
    await looks.see(page, path, wrongPlaces);
    faults.push(...(await leave(visitor)));
  }
  return faults;
});

const LAYOUTS: readonly (readonly [Theme, number])[] = [
  ["dark", 1440],
  ["dark", 360],
  ["light", 1440],
  ["light", 360],
];

describe("layout", () => {
  test.each(LAYOUTS)(
    "the open chat has no layout faults on a public and a private page, %s, %i px",
    async (theme, width) => {
      expect(await wrongIn({ theme, width })).toEqual([]);
    },
  );

  test("at 360 px the button is above the tab bar and does not cover the main action", async () => {
    const person = await signUp(site.url, "Ann");
    const user = await site.visit("/dashboard", { person, width: 360 });
    const { page } = user;
    const bar = await edgesOf(page.getByRole("navigation", { name: "Main, small screens" }));
    const wrong: string[] = [];
    for (const [path, name] of [
      ["/withdraw", /^Review/],
      ["/support", "Send Message"],
      ["/settings", "Save Changes"],
      ["/staking", /^Stake/],
    ] as const) {
      await goInside(page, path);
      if ((await edgesOf(bubble(page))).bottom > bar.top) wrong.push(`${path}: on the tab bar`);
      const action = page.getByRole("button", { name }).first();
      await action.waitFor();
      const isFree = await action.evaluate(async (element) => {
        element.scrollIntoView({ block: "center", behavior: "instant" });
        // The button moves one frame after a scroll, so wait for three frames.
        for (let frame = 0; frame < 3; frame += 1)
          await new Promise((done) => requestAnimationFrame(done));
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [left + 4, (left + right) / 2, right - 4].every((x) =>
          element.contains(document.elementFromPoint(x, (top + bottom) / 2)),
        );
      });
      if (!isFree) wrong.push(`${path}: over the action`);
    }
    expect(wrong).toEqual([]);
    expect(await leave(user)).toEqual([]);
  });
});
