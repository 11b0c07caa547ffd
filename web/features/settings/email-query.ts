/** Loads the user from the sign-in service, which alone knows about a pending e-mail change. */
import { queryOptions } from "@tanstack/react-query";
import { readUser } from "../../session/auth/auth-client.ts";

/**
 * The key begins with the key of the user's profile, so that the live stream refreshes both
 * queries.
 */
export const USER_KEY = ["getMe", "sign-in"] as const;

export const userQuery = queryOptions({ queryKey: USER_KEY, queryFn: readUser });
