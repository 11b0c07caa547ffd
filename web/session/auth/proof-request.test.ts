import { expect, test } from "vitest";
import { asApiError } from "../../data/api/api-error.ts";
import { answerProof, isProofAsked, prove } from "./proof-request.ts";

test("concurrently refused requests share one identity check", async () => {
  const waiting = [prove(), prove()];
  expect(isProofAsked()).toBe(true);
  answerProof(true);
  await Promise.all(waiting);
  expect(isProofAsked()).toBe(false);
});

test("closing the dialog fails the waiting requests", async () => {
  const waiting = prove();
  answerProof(false);
  expect(asApiError(await waiting.catch((error: unknown) => error))).toMatchObject({
    code: "step_up_cancelled",
    title: "Nothing Changed",
    text: "You closed the security check. Nothing was changed.",
  });
  const again = prove();
  expect(isProofAsked()).toBe(true);
  answerProof(true);
  await again;
});
