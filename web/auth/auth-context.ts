/** Who is signed in: `const { user, session, loading } = useAuth()`. */
import type { Session, User } from "@supabase/supabase-js";
import { createContext, use } from "react";
import type { Credentials } from "./auth-client.ts";

export interface Auth {
  user: User | null;
  session: Session | null;
  /** True until the first session lookup is done. */
  loading: boolean;
  /** Both tell whether it worked; a failure is shown as a toast. */
  signUp: (input: Credentials & { name: string }) => Promise<boolean>;
  signIn: (input: Credentials) => Promise<boolean>;
  /** Ends in "/" also when the server does not know the session any more. */
  signOut: () => Promise<void>;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === undefined) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
