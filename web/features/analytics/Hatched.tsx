/** Draws the hatched area between the equity and the break-even line, coloured as gain or loss. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Defines the hatching pattern. Must appear once per drawing, before the areas that use it. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      {(["up", "down"] as const).map((look) => (
        <pattern
          key={look}
          id={`${id}${look}`}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={5} height={5} style={{ fill: `var(--${look}-wash)` }} />
          <rect width={1} height={5} opacity={0.62} style={{ fill: `var(--${look})` }} />
        </pattern>
      ))}
    </defs>
  );
}

export function Hatched(props: { id: string; own: readonly Place[]; floor: readonly Place[] }) {
  return (["up", "down"] as const).map((look) => (
    <path
      key={look}
      fill={`url(#${props.id}${look})`}
      d={areaPath(props.own, props.floor, look === "up")}
    />
  ));
}

/** Returns the path of the hatched area, as one box per step of the lines. */
function areaPath(own: readonly Place[], floor: readonly Place[], isAbove: boolean): string {
  return own
    .map(({ x, y }, index) => {
      const next = own[index + 1]?.x ?? x;
      const base = floor[index]?.y ?? y;
      return next > x && (isAbove ? y < base : y > base) ? `M${x} ${y}H${next}V${base}H${x}Z` : "";
    })
    .join("");
}
