/**
 * The limits that every signed-in page loads. They are separate from the other limits to keep these
 * pages small.
 */

/** Days without use after which an anonymous account is deleted. */
export const anonymousLimits = { unusedDays: 7 } as const;

/**
 * Maximum of `readingForMs` in the live stream. A page that started loading its data more than this
 * time ago has either received the later events or was asked to reload.
 */
export const streamLimits = { readingMs: 15_000 } as const;
