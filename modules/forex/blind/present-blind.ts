/** Converts the owner's facts about a blind replay to the API's form. */
import { readSecret, startOn, type BlindSecret } from "#market/blind";
import type { ReplayMarket } from "../past/past-feed.ts";
import type { BlindFacts } from "./blind-table.ts";

interface WithFacts {
  readonly blind: BlindFacts | null;
}

export function presentBlind({ blind }: WithFacts) {
  if (!blind) return null;
  const secret = revealedSecret(blind);
  return {
    commitment: blind.commitment,
    revealed:
      secret === undefined || blind.secret === null
        ? null
        : {
            secret: blind.secret,
            instrument: secret.instrument.name,
            startsAt: new Date(startOn(secret.day)),
            isMirrored: secret.isMirrored,
            scale: secret.scale,
          },
  };
}

/** Returns the title in lists, which names the pair and the day once they are revealed. */
export function blindTitle({ title, blind }: WithFacts & { readonly title: string }): string {
  const secret = blind && revealedSecret(blind);
  return secret ? `${title}: ${textOf(secret)}` : title;
}

/** Returns the market with a label that names the pair and the day once they are revealed. */
export function withRevealedLabel(market: ReplayMarket, blind: BlindFacts): ReplayMarket {
  const secret = revealedSecret(blind);
  if (!secret) return market;
  const { scale } = secret;
  return {
    ...market,
    label: `Blind replay of ${textOf(secret)}. 1.00000 was ${scale}. Times and prices are masked.`,
  };
}

function revealedSecret({ secret }: BlindFacts): BlindSecret | undefined {
  return secret === null ? undefined : readSecret(secret);
}

function textOf({ instrument, day, isMirrored }: BlindSecret): string {
  const date = new Date(startOn(day)).toISOString().slice(0, 10);
  return `${instrument.name.replace("_", "/")} from ${date}${isMirrored ? ", mirrored" : ""}`;
}
