export const drawingTexts = {
  title: "Drawings",
  draw: {
    trend: "Draw a trend line",
    level: "Draw a level",
    fibonacci: "Draw a Fibonacci retracement",
  },
  alert: "Alert at a price on the chart",
  tools: "Draw",
  cancel: "Cancel",
  removedTitle: "Drawing Deleted",
  removedText: (count: number) =>
    count === 1 ? "The drawing is deleted." : `${count} drawings are deleted.`,
  undo: "Undo",
} as const;
