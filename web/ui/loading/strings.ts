/** UI strings for lists, errors and stale content. */
export const loadingTexts = {
  retry: "Retry",
  request: (id: string) => `request ${id}`,
  staleSince: (time: string) => `Stale since ${time}`,
  more: "Loading...",
  end: "End of list.",
} as const;
