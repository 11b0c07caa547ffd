/** Schemas of the texts that users write in the Forex journal. All of them are plain text. */
import { z } from "zod";
import { journalLimits } from "./limits.ts";

const { textPattern, tagPattern, tagMax, tagsMax, planMax, noteMax } = journalLimits;

/** Tags are in lower case, so that "News" and "news" are the same tag. */
const tags = z
  .array(z.string().trim().toLowerCase().max(tagMax).regex(tagPattern, "This is not a valid tag."))
  .max(tagsMax)
  .meta({ description: "tags without commas and semicolons, stored in lower case" });

const plainText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => text.replaceAll(/\r\n?/g, "\n"))
    .max(max)
    .regex(textPattern, "Enter plain text without control characters.");

/** A tag or mistake to filter by. Labels are stored in lower case. */
export const journalLabel = z.string().trim().toLowerCase().max(journalLimits.tagMax);

export const journalPlan = z
  .strictObject({ text: plainText(planMax), tags: tags.default([]) })
  .meta({ id: "ForexJournalPlan" });

export const journalNote = z
  .strictObject({
    text: plainText(noteMax),
    tags: tags.default([]),
    mistakes: tags.default([]),
  })
  .meta({ id: "ForexJournalNote" });
