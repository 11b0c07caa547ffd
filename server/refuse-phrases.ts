/**
 * Refuses any request that contains a recovery phrase in one of its fields. The request reaches no
 * module, and neither the response nor the log repeats the phrase. Our pages already refuse a
 * phrase before sending the request.
 */
import type { FastifyInstance } from "fastify";
import { beginSlice, defineRefusals } from "#platform";
import { searchPhrase } from "#signatures";
import { hasInput } from "./request-input.ts";

const phraseRefusals = defineRefusals({
  recovery_phrase: {
    status: 422,
    title: "Security Warning",
    text: "This looks like the recovery phrase of a wallet. It was refused and not stored. Never type it into a website: anyone who reads it can take the coins.",
  },
});

/** Checks every request for a recovery phrase. Must be registered before the routes. */
export function refusePhrases(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    const { params, query, body } = request;
    if (hasInput(request) && (await hasPhrase([params, query, body])))
      throw phraseRefusals.recovery_phrase();
  });
}

/**
 * True if the input contains a phrase. Most requests are small enough to be checked without a
 * pause.
 */
async function hasPhrase(input: unknown): Promise<boolean> {
  const search = searchPhrase(input);
  let step = search.next();
  for (const slice = beginSlice(); !step.done; step = search.next())
    if (slice.isOver()) await slice.next();
  return step.value;
}
