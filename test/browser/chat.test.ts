/**
 * Tests the live chat with real clicks: a conversation between two browsers, the chat on every
 * screen, and the rules for messages.
 */
import { describe, expect, test } from "vitest";
import { appRuns, goTo, leave } from "../support/browser/browser.ts";
import { openSite } from "../support/browser/browser-site.ts";
import {
  conversation,
  field,
  messagesIn,
  openChat,
  openSupportOf,
  panel,
  write,
} from "../support/browser/chat-browser.ts";
import { COMMON_ADMIN } from "../support/servers/common-server.ts";
import { eventually, signUp } from "../support/people/person.ts";

const SEND_CALL = "**/api/v1/chat/messages";

const site = openSite({
  env: { ADMIN_EMAIL: COMMON_ADMIN.email, ADMIN_PASSWORD: COMMON_ADMIN.password },
});
const support = openSupportOf(site);

test("a user and an administrator chat live, with typing, read marks and presence", async () => {
  const ann = await signUp(site.url, "Ann");
  const user = await site.visit("/dashboard", { person: ann });
  await user.page.getByText("Connected", { exact: true }).first().waitFor();
  await openChat(user.page);
  await panel(user.page)
    .getByText("No administrator is online now. Answers arrive in your mailbox.")
    .waitFor();
  await write(user.page, "Where is my deposit?");
  await messagesIn(user.page)
    .filter({ hasText: "Where is my deposit?" })
    .getByText("Sent")
    .waitFor();

  const desk = await support.openDesk();
  await desk.page.getByRole("link", { name: ann.email }).click();
  await conversation(desk.page).getByRole("link", { name: ann.email }).waitFor();
  await conversation(desk.page).getByText("Where is my deposit?").waitFor();
  await conversation(desk.page).getByText("The user is online").waitFor();
  await messagesIn(user.page).getByText("Read").waitFor();
  await conversation(desk.page).locator("textarea:focus").waitFor();
  await desk.page.keyboard.type("After");
  await panel(user.page).getByText("Support is typing...").waitFor();
  await conversation(desk.page)
    .getByLabel("Message", { exact: true })
    .fill("After <b>six</b> blocks.");
  await desk.page.keyboard.press("Enter");
  await messagesIn(user.page).filter({ hasText: "After <b>six</b> blocks." }).waitFor();
  await panel(user.page).getByText("Support is typing...").waitFor({ state: "hidden" });
  await field(user.page).pressSequentially("Thanks");
  await conversation(desk.page).getByText("User is typing...").waitFor();
  await user.page.keyboard.press("Enter");
  await conversation(desk.page).getByRole("listitem").filter({ hasText: "Thanks" }).waitFor();

  // Opening the chat reloads the other party's presence.
  await goTo(user.page, "/wallet");
  await openChat(user.page);
  await panel(user.page).getByText("An administrator is online").waitFor();
  await expect.poll(() => messagesIn(user.page).count()).toBe(3);
  const { items } = await ann.call("listMailbox");
  expect(items.map(({ subject }) => subject)).not.toContain("Support answered in the chat");
  expect(await leave(desk)).toEqual([]);
  expect(await leave(user)).toEqual([]);
});

describe("a chat message", () => {
  test("a message that contains only spaces is not sent", async () => {
    const ann = await signUp(site.url, "Ann");
    const user = await site.visit("/support", { person: ann });
    await openChat(user.page);
    let calls = 0;
    await user.page.route(SEND_CALL, (route) => {
      calls += 1;
      return route.continue();
    });
    for (const text of ["", "   ", " \n\t ", "\u200b \u202e"]) {
      await field(user.page).fill(text);
      await field(user.page).press("Enter");
      await panel(user.page).getByRole("button", { name: "Send" }).click();
    }
    await write(user.page, "  Hello  ");
    await messagesIn(user.page).getByText("Hello", { exact: true }).waitFor();
    const { messages } = await eventually(
      "it has arrived",
      () => ann.call("getChat"),
      (chat) => chat.messages.length > 0,
    );
    expect(messages.map(({ text }) => text)).toEqual(["Hello"]);
    expect(calls).toBe(1);
    expect(await leave(user)).toEqual([]);
  });

  test("HTML and javascript: links in a message are shown as plain text", async () => {
    const ann = await signUp(site.url, "Ann");
    const user = await site.visit("/settings", { person: ann });
    const { page } = user;
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await openChat(page);
    await field(page).fill('<img src=x onerror="alert(1)"> javascript:alert(1)');
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("second line {{7*7}}");
    await page.keyboard.press("Enter");
    const text = '<img src=x onerror="alert(1)"> javascript:alert(1)\nsecond line {{7*7}}';
    await messagesIn(page).getByText("Sent").waitFor();
    await page.reload();
    await appRuns(page);
    await openChat(page);
    await expect.poll(() => messagesIn(page).locator("p").first().innerText()).toBe(text);
    expect(await panel(page).locator("img, a").count()).toBe(0);
    expect(dialogs).toBe(0);
    expect(await leave(user)).toEqual([]);
  });

  test("a pasted or dropped file is refused and not sent", async () => {
    const ann = await signUp(site.url, "Ann");
    const user = await site.visit("/deposit", { person: ann });
    await openChat(user.page);
    const log = panel(user.page).getByRole("log");
    for (const [place, kind, words] of [
      [field(user.page), "paste", ""],
      [field(user.page), "drop", ""],
      [log, "drop", ""],
      // Dragging an image from another page transfers only its URL.
      [log, "drop", "https://pictures.test/x.svg"],
    ] as const) {
      await field(user.page).fill("");
      const line = [kind, words] as const;
      const isLeft = await place.evaluate((element, [type, text]) => {
        const data = new DataTransfer();
        if (text !== "") data.setData("text/plain", text);
        data.items.add(new File(["<svg onload=alert(1)>"], "x.svg", { type: "image/svg+xml" }));
        const more = { bubbles: true, cancelable: true };
        return element.dispatchEvent(
          type === "paste"
            ? new ClipboardEvent(type, { ...more, clipboardData: data })
            : new DragEvent(type, { ...more, dataTransfer: data }),
        );
      }, line);
      // If the page did not handle the drop, the browser would replace the page with the file.
      expect(isLeft).toBe(false);
      await panel(user.page)
        .getByText("You cannot send files here. Describe the problem in words.")
        .waitFor();
      await field(user.page).fill("x");
      await panel(user.page).getByText("Enter sends, Shift + Enter starts a new line.").waitFor();
    }
    expect((await ann.call("getChat")).messages).toEqual([]);
    expect(await leave(user)).toEqual([]);
  });

  test("a message that is too long stays in the field with an error", async () => {
    const user = await site.visit("/mailbox", { person: await signUp(site.url, "Ann") });
    await openChat(user.page);
    await write(user.page, "x".repeat(2001));
    await panel(user.page).getByText("2001 of 2000 characters").waitFor();
    expect(await messagesIn(user.page).count()).toBe(0);
    expect(await leave(user)).toEqual([]);
  });

  test("Retry sends a message once if its first response was lost", async () => {
    const ann = await signUp(site.url, "Ann");
    const user = await site.visit("/invest", { person: ann });
    await openChat(user.page);
    let isLost = true;
    await user.page.route(SEND_CALL, async (route) => {
      if (!isLost) return route.continue();
      isLost = false;
      await route.fetch();
      return route.abort();
    });
    // Delays the history, which would otherwise show the message before the test has seen the
    // failure.
    await user.page.route("**/api/v1/chat?*", (route) =>
      isLost ? route.continue() : route.abort(),
    );
    await write(user.page, "Only once");
    await panel(user.page).getByText("Not sent.").waitFor();
    await user.page.unroute("**/api/v1/chat?*");
    await panel(user.page).getByRole("button", { name: "Retry" }).click();
    await messagesIn(user.page).getByText("Sent", { exact: true }).waitFor();
    expect(await messagesIn(user.page).count()).toBe(1);
    expect((await ann.call("getChat")).messages).toHaveLength(1);
    expect(await leave(user)).toEqual([]);
  });

  test("the twenty-first message in a minute is not sent", async () => {
    const ann = await signUp(site.url, "Ann");
    for (let count = 1; count <= 20; count += 1) {
      const clientMessageId = crypto.randomUUID();
      await ann.call("sendChatMessage", { body: { text: `No ${count}`, clientMessageId } });
    }
    const user = await site.visit("/staking", { person: ann });
    await openChat(user.page);
    await write(user.page, "No 21");
    await panel(user.page).getByText("You can send 20 messages a minute.").waitFor();
    await panel(user.page).getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => messagesIn(user.page).count()).toBe(20);
    expect(await leave(user)).toEqual([]);
  });
});
