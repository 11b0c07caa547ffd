/** The user as the sign-in service knows them: a change of address that waits is nowhere else. */
import { queryOptions } from "@tanstack/react-query";
import { readUser } from "../../session/auth/auth-client.ts";

/** Begins like the key of the person's profile, so that the live stream refreshes both. */
export const USER_KEY = ["getMe", "sign-in"] as const;

export const userQuery = queryOptions({ queryKey: USER_KEY, queryFn: readUser });
