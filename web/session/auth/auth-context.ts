/** Provides the signed-in user: `const { user, session, loading } = useAuth()`. */
import type { Session, User } from "@supabase/auth-js";
import { createContext, useContext } from "react";
import type { Credentials } from "./auth-client.ts";

export interface Auth {
  user: User | null;
  session: Session | null;
  /** True until the first session lookup has completed. */
  loading: boolean;
  /**
   * True while the session needs its two-factor code. Until the code is entered, the session has no
   * other permissions.
   */
  needsCode: boolean;
  /** True if the session ended without a sign-out in this browser. */
  wasEnded: boolean;
  /**
   * Signs up. Failures are shown as a toast. "to-confirm" means that the user must open an e-mail
   * link first.
   */
  signUp: (input: Credentials & { name: string }) => Promise<"signed-in" | "to-confirm" | "failed">;
  /** Signs in. Returns false on failure, or if a two-factor code must be entered next. */
  signIn: (input: Credentials) => Promise<boolean>;
  /** Signs out and opens "/", even if the session no longer exists on the server. */
  signOut: () => Promise<void>;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === undefined) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
