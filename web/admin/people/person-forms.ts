/**
 * Validates the dialogs' fields before a request is sent. The server validates the fields again.
 */
import * as z from "zod/mini";
import { adminLimits as limits, passwordLimits } from "../../../api/limits.ts";
import { addTexts, peopleTexts, writeTexts } from "../strings.ts";

const text = (min: number, max: number, missing: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(min, missing), z.maxLength(max, `At most ${max} characters.`));

const name = text(1, limits.nameCharacters, peopleTexts.needName);
const reason = text(
  limits.reasonCharacters.min,
  limits.reasonCharacters.max,
  peopleTexts.needReason,
);

export const addForm = z.object({
  name,
  email: z.email(peopleTexts.needEmail),
  password: z
    .string()
    .check(
      z.minLength(passwordLimits.min, addTexts.needPassword(passwordLimits.min)),
      z.maxLength(passwordLimits.max, `At most ${passwordLimits.max} characters.`),
    ),
  reason,
});

export const editForm = z.object({ name: text(0, limits.nameCharacters, ""), reason });

export const writeForm = z.object({
  subject: text(1, limits.message.subjectCharacters, writeTexts.needSubject),
  text: text(1, limits.message.textCharacters, writeTexts.needMessage),
});

export const deleteForm = z.object({ reason });

export type AddInput = z.infer<typeof addForm>;
export type EditInput = z.infer<typeof editForm>;
export type WriteInput = z.infer<typeof writeForm>;
export type DeleteInput = z.infer<typeof deleteForm>;
