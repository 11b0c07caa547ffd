/**
 * Validates the profile form before a request is sent. The server validates with the same patterns.
 */
import * as z from "zod/mini";
import { profileLimits } from "../../../api/limits.ts";
import { settingsTexts as texts } from "./strings.ts";

const { namePattern, miningNamePattern, phoneFiller, phonePattern, phoneTrunkZero } = profileLimits;

const digitsOf = (phone: string) => phone.replace(phoneFiller, "");

export const profileForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, texts.nameMissing), z.regex(namePattern, texts.nameBad)),
  phone: z.string().check(
    z.trim(),
    z.refine((phone) => !phoneTrunkZero.test(phone), texts.phoneTrunkZero),
    z.refine((phone) => /^\+?\d*$/.test(digitsOf(phone)), texts.phoneDigits),
    z.refine(
      (phone) => digitsOf(phone) === "" || phonePattern.test(digitsOf(phone)),
      texts.phoneLength,
    ),
  ),
  miningName: z.string().check(z.trim(), z.regex(miningNamePattern, texts.miningNameBad)),
});

export type ProfileInput = z.infer<typeof profileForm>;
