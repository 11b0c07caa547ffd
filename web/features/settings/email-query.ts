/**
 * Loads the user from the sign-in service, because a pending change of the e-mail address is known
 * only to that service.
 */
import { queryOptions } from "@tanstack/react-query";
import { readUser } from "../../session/auth/auth-client.ts";

/**
 * The key starts with the key of the user's profile, so that the live stream refreshes both
 * queries.
 */
export const USER_KEY = ["getMe", "sign-in"] as const;

export const userQuery = queryOptions({ queryKey: USER_KEY, queryFn: readUser });
