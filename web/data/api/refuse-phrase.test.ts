/** Tests that requests with a recovery phrase are never sent. */
import { expect, test, vi } from "vitest";
import { answerOf } from "./http.ts";

const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow";

test.each([
  ["in a body", "/api/v1/support/tickets", JSON.stringify({ message: `help\n${PHRASE}` })],
  [
    "line by line",
    "/api/v1/support/tickets",
    JSON.stringify({ message: PHRASE.replaceAll(" ", "\n") }),
  ],
  ["in a search", `/api/v1/admin/users?${new URLSearchParams({ search: PHRASE })}`, null],
])("a recovery phrase %s is not sent", async (_where, url, body) => {
  const sent = vi.fn<() => Promise<Response>>();
  vi.stubGlobal("fetch", sent);
  await expect(answerOf(url, { body })).rejects.toMatchObject({ code: "recovery_phrase" });
  expect(sent).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test("ordinary text is sent even if it has many short words", async () => {
  const sent = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json({})));
  vi.stubGlobal("fetch", sent);
  const message = "when will this coin come into that other wallet that was made last week here";
  await answerOf("/api/v1/support/tickets", { body: JSON.stringify({ message }) });
  expect(sent).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
