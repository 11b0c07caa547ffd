/**
 * Draws a table of allowed imports as an SVG picture. Each box lists all its imports and is above
 * the boxes that it imports. An import that other lines already imply has no line.
 */

export type AllowedImports = Readonly<Record<string, readonly string[]>>;

/** A box, or a point at which a line passes between the boxes of a row. */
interface Node {
  readonly place: string | undefined;
  readonly imports: readonly string[];
  readonly width: number;
  height: number;
  readonly above: Node[];
  readonly below: Node[];
  x: number;
  y: number;
}

const TITLE_PX = 8.3;
const TEXT_PX = 6.1;
const LINE_PX = 14;
const HEAD_PX = 26;
const PADDING = 10;
const GAP_PX = { boxes: 14, rows: 36 };
const TEXT_COLUMNS = 27;
const ROW_BOXES_MAX = 6;
const SWEEPS = 24;

const STYLE = `
  text { font-family: ui-sans-serif, system-ui, sans-serif; text-anchor: middle; fill: #59636e; font-size: 11px }
  .title { font-size: 14px; font-weight: 600; fill: #1f2328 }
  rect { fill: #f6f8fa; stroke: #d1d9e0 }
  path { fill: none; stroke: #818b98; stroke-width: 1.2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 }
    .title { fill: #f0f6fc }
    rect { fill: #151b23; stroke: #3d444d }
    path { stroke: #656c76 }
  }`;

/** Returns the text of an SVG file, which depends only on the table. */
export function drawImports(label: string, table: AllowedImports): string {
  const rows = nodesOf(table);
  arrange(rows);
  const nodes = rows.flat();
  const leftEdge = Math.min(...nodes.map(({ x }) => x));
  const width = Math.max(...nodes.map((node) => node.x + node.width)) - leftEdge + 2 * PADDING;
  const height = Math.max(...nodes.map((node) => node.y + node.height)) + PADDING;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${leftEdge - PADDING} 0 ${width} ${height}" role="img" aria-label="${label}">`,
    `<style>${STYLE}\n</style>`,
    ...nodes.flatMap((node) => node.below.map((to) => lineBetween(node, to))),
    ...nodes.flatMap(boxOf),
    "</svg>\n",
  ].join("\n");
}

/** Returns rows of nodes from the top, with a node wherever a line crosses a row. */
function nodesOf(table: AllowedImports): Node[][] {
  const rows = layersOf(table).map((places) =>
    places.map((place) => boxNode(place, table[place] ?? [])),
  );
  const boxes = rows.map((row) => [...row]);
  for (const [index, row] of boxes.entries())
    for (const box of row)
      for (const place of directImports(table, box.place ?? "")) {
        let from = box;
        for (let next = index + 1; next < rows.length; next += 1) {
          const target = boxes[next]?.find((other) => other.place === place);
          const to = target ?? passingNode();
          if (!target) rows[next]?.push(to);
          from.below.push(to);
          to.above.push(from);
          if (target) break;
          from = to;
        }
      }
  return rows;
}

/** Returns the layers, top layer first. A folder is one layer above the highest of its imports. */
function layersOf(table: AllowedImports): string[][] {
  const heightOf = (place: string): number =>
    Math.max(0, ...(table[place] ?? []).map((to) => heightOf(to) + 1));
  const layers = [...Map.groupBy(Object.keys(table), heightOf)].toSorted(([a], [b]) => b - a);
  return layers.flatMap(([, places]) => {
    const size = Math.ceil(places.length / Math.ceil(places.length / ROW_BOXES_MAX));
    return [places.slice(0, size), places.slice(size)].filter((row) => row.length > 0);
  });
}

/** Returns the allowed imports that are not implied by another allowed import. */
function directImports(table: AllowedImports, place: string): string[] {
  const allowed = table[place] ?? [];
  const leadsTo = (from: string, to: string): boolean =>
    (table[from] ?? []).some((next) => next === to || leadsTo(next, to));
  return allowed.filter((to) => !allowed.some((other) => leadsTo(other, to)));
}

function boxNode(place: string, allowed: readonly string[]): Node {
  const imports = wrapped(allowed.map((to) => to.split("/").at(-1) ?? to));
  const text = Math.max(0, ...imports.map((line) => line.length * TEXT_PX));
  return {
    place,
    imports,
    width: Math.ceil(Math.max(titleOf(place).length * TITLE_PX, text)) + 2 * PADDING,
    height: HEAD_PX + imports.length * LINE_PX,
    above: [],
    below: [],
    x: 0,
    y: 0,
  };
}

function passingNode(): Node {
  return { place: undefined, imports: [], width: 0, height: 0, above: [], below: [], x: 0, y: 0 };
}

/** Returns the folder's title: its path without `modules/` and `features/`. */
function titleOf(place: string): string {
  return place.replace(/^(?:modules|features)\//, "");
}

function wrapped(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length + 2 > TEXT_COLUMNS) lines.push(name);
    else lines[lines.length - 1] = `${last}, ${name}`;
  }
  return lines;
}

/**
 * Moves the nodes of each row towards their neighbours, alternately the neighbours in the row above
 * and in the row below.
 */
function arrange(rows: readonly Node[][]): void {
  let y = PADDING;
  for (const row of rows) {
    const height = Math.max(...row.map((node) => node.height));
    for (const node of row) node.y = y;
    for (const node of row) if (node.place === undefined) node.height = height;
    y += height + GAP_PX.rows;
    pack(row);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isDown = sweep % 2 === 0;
    for (const row of isDown ? rows : rows.toReversed()) {
      const middles = new Map(
        row.map((node) => [node, meanOf(isDown ? node.above : node.below) ?? middleOf(node)]),
      );
      row.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0));
      pack(row);
    }
  }
}

/** Places the nodes of a row next to each other, around the centre of the picture. */
function pack(row: readonly Node[]): void {
  const width = row.reduce((sum, node) => sum + node.width + GAP_PX.boxes, -GAP_PX.boxes);
  let x = Math.round(-width / 2);
  for (const node of row) {
    node.x = x;
    x += node.width + GAP_PX.boxes;
  }
}

function meanOf(nodes: readonly Node[]): number | undefined {
  if (nodes.length === 0) return undefined;
  return nodes.reduce((sum, node) => sum + middleOf(node), 0) / nodes.length;
}

function middleOf({ x, width }: Node): number {
  return x + width / 2;
}

function lineBetween(from: Node, to: Node): string {
  const [x, y] = [middleOf(from), from.y + from.height];
  const bend = (to.y - y) / 2;
  const curve = `C${x} ${y + bend} ${middleOf(to)} ${to.y - bend} ${middleOf(to)} ${to.y}`;
  return `<path d="M${x} ${from.place === undefined ? from.y : y} V${y} ${curve}"/>`;
}

function boxOf(node: Node): string[] {
  const { place, imports, x, y, width, height } = node;
  if (place === undefined) return [];
  const middle = middleOf(node);
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    `<text class="title" x="${middle}" y="${y + 18}">${titleOf(place)}</text>`,
    ...imports.map(
      (line, index) => `<text x="${middle}" y="${y + 18 + (index + 1) * LINE_PX}">${line}</text>`,
    ),
  ];
}
