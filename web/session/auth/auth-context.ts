/** Who is signed in: `const { user, session, loading } = useAuth()`. */
import type { Session, User } from "@supabase/auth-js";
import { createContext, useContext } from "react";
import type { Credentials } from "./auth-client.ts";

export interface Auth {
  user: User | null;
  session: Session | null;
  /** True until the first session lookup is done. */
  loading: boolean;
  /** There is a session, and nothing but the code of the second factor can be done with it. */
  needsCode: boolean;
  /** The session of this browser has ended, and nobody here asked for it. */
  wasEnded: boolean;
  /**
   * A failure is shown as a toast. To be confirmed: by the link of a message, before anybody is
   * signed in.
   */
  signUp: (input: Credentials & { name: string }) => Promise<"signed-in" | "to-confirm" | "failed">;
  /** Tells whether it worked; false also when the code of the second factor comes next. */
  signIn: (input: Credentials) => Promise<boolean>;
  /** Ends in "/" also when the server does not know the session any more. */
  signOut: () => Promise<void>;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === undefined) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
