/** Draws the verdict as an SVG badge for other websites. */
import type { VerdictColour } from "./verdict.ts";

/** Colours with a contrast of at least 4.5 to the white text. */
const BADGES: Readonly<Record<VerdictColour, { readonly text: string; readonly colour: string }>> =
  {
    green: { text: "books match", colour: "#1a7f37" },
    red: { text: "books broken", colour: "#c0302b" },
    unknown: { text: "not verified", colour: "#6b6b6b" },
  };

const LABEL = "Hashfloor";
const LABEL_WIDTH = 72;
const TEXT_WIDTH = 88;
const HEIGHT = 20;

export function badgeSvg(verdict: VerdictColour): string {
  const { text, colour } = BADGES[verdict];
  const width = LABEL_WIDTH + TEXT_WIDTH;
  const middle = LABEL_WIDTH + TEXT_WIDTH / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${LABEL}: ${text}"><title>${LABEL}: ${text}</title><rect width="${width}" height="${HEIGHT}" rx="3" fill="#3d3d3d"/><path d="M${LABEL_WIDTH} 0h${TEXT_WIDTH - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${TEXT_WIDTH - 3}z" fill="${colour}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle"><text x="${LABEL_WIDTH / 2}" y="14">${LABEL}</text><text x="${middle}" y="14">${text}</text></g></svg>\n`;
}
