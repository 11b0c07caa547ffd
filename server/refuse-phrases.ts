/**
 * Nobody's recovery phrase is taken, in whichever field it is typed: the request ends before any
 * room sees it, and neither the answer nor the log repeats it. Browsers refuse it before they send.
 */
import type { FastifyInstance } from "fastify";
import { defineRefusals } from "#platform";
import { hasRecoveryPhrase } from "#proof";
import { hasInput } from "./has-input.ts";

const phraseRefusals = defineRefusals({
  recovery_phrase: {
    status: 422,
    title: "Security Warning",
    text: "This looks like the recovery phrase of a wallet. It was refused and is kept nowhere. Never type it into a website: whoever reads it has the coins.",
  },
});

/** Register before the routes. */
export function refusePhrases(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { params, query, body } = request;
    if (hasInput(request) && hasRecoveryPhrase([params, query, body]))
      throw phraseRefusals.recovery_phrase();
    done();
  });
}
