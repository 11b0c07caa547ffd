/**
 * Queries the sign-in service for the user, because only that service knows a pending change of the
 * address.
 */
import { queryOptions } from "@tanstack/react-query";
import { readUser } from "../../session/auth/auth-client.ts";

/** Starts with the key of the user's profile, so that the live stream refreshes both. */
export const USER_KEY = ["getMe", "sign-in"] as const;

export const userQuery = queryOptions({ queryKey: USER_KEY, queryFn: readUser });
