/** One code, three statuses: Supabase Auth answers 401, 403 or 422 by what was asked for. */
import { AuthError } from "../auth/auth-error.ts";

export function insufficientAal(status: 401 | 403 | 422, message?: string): AuthError {
  return Object.assign(new AuthError("insufficient_aal", message), { status });
}
