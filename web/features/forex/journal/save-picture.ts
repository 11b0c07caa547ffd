/**
 * Saves an inline SVG drawing as a PNG file. Styles are copied into the drawing first, because a
 * picture cannot use the page's style sheets.
 */
const SCALE = 2;
/** Margin around the drawing. */
const MARGIN = 12;
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "letter-spacing",
];

export async function savePicture(svg: SVGSVGElement, name: string): Promise<void> {
  const { width, height } = svg.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withStyles(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const [fullWidth, fullHeight] = [width + 2 * MARGIN, height + 2 * MARGIN];
  [canvas.width, canvas.height] = [fullWidth * SCALE, fullHeight * SCALE];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser has no canvas");
  context.fillStyle = getComputedStyle(svg).getPropertyValue("--surface").trim();
  context.scale(SCALE, SCALE);
  context.fillRect(0, 0, fullWidth, fullHeight);
  context.drawImage(image, MARGIN, MARGIN, width, height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!picture) throw new Error("the browser drew no picture");
  saveBlob(picture, name);
}

/** Returns the drawing's source with the computed styles of its elements. */
function withStyles(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const copies = copy.querySelectorAll("*");
  for (const [place, element] of [...svg.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(element);
    const target = copies[place];
    target?.removeAttribute("class");
    for (const property of STYLES) target?.setAttribute(property, style.getPropertyValue(property));
  }
  return new XMLSerializer().serializeToString(copy);
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
