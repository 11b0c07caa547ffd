/** When an open conversation asks the server, and what it tells it. */
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeServer, renderPage } from "../testing/page.tsx";
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
  tellTyping: () => Promise.resolve(),
});

function written(messages: number, unreadCount = 0): ChatPage {
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

test("a read mark that is lost is set again with the next answer, and then no more", async () => {
  page = written(2, 1);
  isMarkLost = true;
  await open("getDeskChat");
  expect(marks).toEqual([2]);
  await after(30_000);
  expect(marks.length).toBeGreaterThan(1);
  isMarkLost = false;
  await after(30_000);
  const told = marks.length;
  await after(60_000);
  expect(marks).toHaveLength(told);
  expect(new Set(marks)).toEqual(new Set([2]));
});
