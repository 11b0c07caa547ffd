/**
 * The key that browsers hand to `createClient`. It opens nothing by itself: rights come from the user's access token. It
 * never changes, so that a page kept open over an update goes on working.
 */
export const supabasePublicKey = "sb_publishable_hashfloor_practice_floor";
