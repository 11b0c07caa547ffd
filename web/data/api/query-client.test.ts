/** Tests that invalidated data is read again even if its first request is still pending. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAgain } from "./query-client.ts";

let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

afterEach(() => queryClient.clear());

/** Mounts a query. The test resolves its responses in the order of the requests. */
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

test("a response requested before the change is shown and then read again", async () => {
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

test("loaded data is read again once after an invalidation", async () => {
  const tickets = show(["listTickets"]);
  tickets.requests[0]?.resolve("before");
  await expect.poll(tickets.shown).toBe("before");
  const isRead = readAgain(queryClient);
  tickets.requests[1]?.resolve("after");
  await isRead;
  expect(tickets.shown()).toBe("after");
  expect(tickets.requests).toHaveLength(2);
});

test("a failed first request is not repeated", async () => {
  const tickets = show(["listTickets"]);
  const isRead = readAgain(queryClient);
  tickets.requests[0]?.reject(new Error("no answer"));
  await isRead;
  expect(tickets.requests).toHaveLength(1);
});
