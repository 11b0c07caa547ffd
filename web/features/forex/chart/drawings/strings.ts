export const drawingTexts = {
  title: "Drawings",
  draw: {
    trend: "Draw a trend line",
    level: "Draw a level",
    fibonacci: "Draw a Fibonacci retracement",
  },
  tools: "Draw",
  cancel: "Cancel",
  removedTitle: "Drawing Deleted",
  removedText: (count: number) =>
    count === 1 ? "The drawing is deleted." : `${count} drawings are deleted.`,
  undo: "Undo",
} as const;
