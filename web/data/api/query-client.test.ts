/** What a change makes old is read again, whatever was under way when it was told. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAgain } from "./query-client.ts";

let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

afterEach(() => queryClient.clear());

/** A query on the screen whose answers the test gives, in the order in which they are asked for. */
function show(queryKey: readonly string[]) {
  const requests: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn() {
      const answer = Promise.withResolvers<string>();
      requests.push(answer);
      return answer.promise;
    },
  });
  observer.subscribe(() => undefined);
  return { requests, shown: () => observer.getCurrentResult().data };
}

test("a first answer that is under way may be of before: it is shown, and read again", async () => {
  const tickets = show(["listTickets", "pages"]);
  const others = show(["listRigs"]);
  const isRead = readAgain(queryClient, { queryKey: ["listTickets"] });
  tickets.requests[0]?.resolve("before");
  others.requests[0]?.resolve("others");
  await expect.poll(() => tickets.requests.length).toBe(2);
  expect(tickets.shown()).toBe("before");
  tickets.requests[1]?.resolve("after");
  await isRead;
  expect(tickets.shown()).toBe("after");
  expect([tickets.requests.length, others.requests.length]).toEqual([2, 1]);
});

test("an answer that is there is read again once", async () => {
  const tickets = show(["listTickets"]);
  tickets.requests[0]?.resolve("before");
  await expect.poll(tickets.shown).toBe("before");
  const isRead = readAgain(queryClient);
  tickets.requests[1]?.resolve("after");
  await isRead;
  expect(tickets.shown()).toBe("after");
  expect(tickets.requests).toHaveLength(2);
});

test("a first answer that fails is not asked for by that", async () => {
  const tickets = show(["listTickets"]);
  const isRead = readAgain(queryClient);
  tickets.requests[0]?.reject(new Error("no answer"));
  await isRead;
  expect(tickets.requests).toHaveLength(1);
});
