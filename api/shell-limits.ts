/** Of the limits those that every page of somebody signed in loads. */

/** Who tries without an account, and is gone so long, does not come back. */
export const anonymousLimits = { unusedDays: 7 } as const;

/**
 * The live stream: whoever has been reading a page for longer has heard of news, or was told to
 * read again.
 */
export const streamLimits = { readingMs: 15_000 } as const;
