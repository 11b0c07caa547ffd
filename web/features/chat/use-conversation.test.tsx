/** Tests the polling interval and read marks of a conversation. */
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../../testing/page.tsx";
import type { ChatPage, ChatSource } from "./chat-source.ts";
import { useConversation } from "./use-conversation.ts";

fakeServer();

const NOBODY: ChatPage = {
  chatId: null,
  messages: [],
  nextCursor: null,
  unreadCount: 0,
  readByOtherTo: 0,
  isOtherTyping: false,
  isOtherHere: false,
};

let page: ChatPage;
let loads: number;
let marks: number[];
let isMarkLost: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  page = NOBODY;
  loads = 0;
  marks = [];
  isMarkLost = false;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  sessionStorage.clear();
});

const source = (name: string): ChatSource => ({
  side: "user",
  queryKey: [name],
  async load() {
    loads += 1;
    return page;
  },
  send: () => Promise.resolve(),
  async markRead(position) {
    marks.push(position);
    if (isMarkLost) throw new TypeError("cut");
    page = { ...page, unreadCount: 0 };
  },
  notifyTyping: () => Promise.resolve(),
});

function pageOf(messages: number, unreadCount = 0): ChatPage {
  const at = new Date().toISOString();
  return {
    ...NOBODY,
    chatId: "cht_1",
    unreadCount,
    messages: Array.from({ length: messages }, (_, index) => ({
      position: index + 1,
      author: "administrator",
      text: "Hello",
      at,
      clientMessageId: String(index),
    })),
  };
}

function Probe(props: { source: ChatSource; isOpen: boolean }) {
  useConversation(props.source, props.isOpen);
  return null;
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(name: string, isOpen = true): Promise<void> {
  renderPage(<Probe source={source(name)} isOpen={isOpen} />);
  await after(0);
}

/** Returns the number of requests within `ms` milliseconds. */
async function loadsIn(ms: number): Promise<number> {
  const before = loads;
  await after(ms);
  return loads - before;
}

const MINUTE = 60_000;

test("the panel requests messages only once until the visitor writes", async () => {
  await open("readVisitorChat");
  expect(loads).toBe(1);
  expect(await loadsIn(10 * MINUTE)).toBe(0);
});

test("without the stream, polling slows from 4 s to 15 s two minutes after a message", async () => {
  sessionStorage.setItem("chat-visitor", "token");
  page = pageOf(3);
  await open("readVisitorChat");
  expect(await loadsIn(MINUTE)).toBe(15);
  await after(2 * MINUTE);
  expect(await loadsIn(MINUTE)).toBe(4);
  page = { ...pageOf(4), isOtherTyping: false };
  await after(15_000);
  expect(await loadsIn(MINUTE)).toBe(15);
  await after(2 * MINUTE);
  expect(await loadsIn(MINUTE)).toBe(4);
  page = { ...page, isOtherTyping: true };
  await after(15_000);
  expect(await loadsIn(MINUTE)).toBe(15);
});

test.each([1, 3])("a conversation with %i old messages polls every 15 seconds", async (count) => {
  sessionStorage.setItem("chat-visitor", "token");
  page = pageOf(count);
  await after(5 * MINUTE);
  await open("readVisitorChat");
  expect(await loadsIn(MINUTE)).toBe(4);
});

test("a first message counts as recent even if the server's clock is behind", async () => {
  sessionStorage.setItem("chat-visitor", "token");
  page = pageOf(1);
  const [message] = page.messages;
  page = NOBODY;
  await after(5 * MINUTE);
  await open("readVisitorChat");
  page = { ...pageOf(1), messages: message ? [message] : [] };
  await after(15_000);
  expect(await loadsIn(MINUTE)).toBe(15);
});

test("a closed conversation polls every 15 seconds", async () => {
  page = pageOf(1);
  await open("readVisitorChat", false);
  expect(await loadsIn(MINUTE)).toBe(4);
});

test("a hidden tab does not poll", async () => {
  page = pageOf(3);
  await open("readVisitorChat");
  const sight = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  expect(await loadsIn(10 * MINUTE)).toBe(0);
  sight.mockReturnValue("visible");
  expect(await loadsIn(MINUTE)).toBeGreaterThan(0);
});

test("a conversation is refetched when it is opened", async () => {
  page = pageOf(1);
  const chat = source("readVisitorChat");
  function Switch() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <button onClick={() => setIsOpen(true)}>
        <Probe source={chat} isOpen={isOpen} />
      </button>
    );
  }
  renderPage(<Switch />);
  await after(1_000);
  expect(loads).toBe(1);
  fireEvent.click(screen.getByRole("button"));
  await after(0);
  expect(loads).toBe(2);
});

test("a failed read mark is resent after the next response until it succeeds", async () => {
  page = pageOf(2, 1);
  isMarkLost = true;
  await open("getDeskChat");
  expect(marks).toEqual([2]);
  await after(30_000);
  expect(marks.length).toBeGreaterThan(1);
  isMarkLost = false;
  await after(30_000);
  const markCount = marks.length;
  await after(60_000);
  expect(marks).toHaveLength(markCount);
  expect(new Set(marks)).toEqual(new Set([2]));
});
