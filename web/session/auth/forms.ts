/** Validates the sign-in forms before a request is sent. The server validates the fields again. */
import * as z from "zod/mini";
import { passwordLimits } from "../../../api/limits.ts";
import { isLongEnough, isShortEnough } from "../../../api/password-rules.ts";

const email = z.email("Enter an e-mail address, such as name@example.org.");

/** Schema of a new password. Counts characters in the same way as the server. */
export const newPassword = z
  .string()
  .check(
    z.refine(isLongEnough, `At least ${passwordLimits.min} characters.`),
    z.refine(isShortEnough, `At most ${passwordLimits.max} characters.`),
  );

export const loginForm = z.object({
  email,
  password: z.string().check(z.minLength(1, "Enter your password.")),
});

export const registerForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter your name.")),
  email,
  password: newPassword,
  confirmPassword: z.string().check(z.minLength(1, "Enter the password again.")),
});

export const keepForm = z.object({ email, password: newPassword });

export const addressForm = z.object({ email });

export const resetForm = z.object({
  next: newPassword,
  confirm: z.string().check(z.minLength(1, "Enter the new password again.")),
  /** Required only if the account has two-factor authentication. */
  code: z.string().check(z.trim()),
});

export type KeepInput = z.infer<typeof keepForm>;
export type AddressInput = z.infer<typeof addressForm>;
export type ResetInput = z.infer<typeof resetForm>;
export type LoginInput = z.infer<typeof loginForm>;
export type RegisterInput = z.infer<typeof registerForm>;
