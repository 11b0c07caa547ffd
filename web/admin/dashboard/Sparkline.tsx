/**
 * Bar chart of a figure for the last eight UTC days. The last bar is the current, incomplete day.
 */

export const SPARK_DAYS = 8;

const SIZE = { width: 72, height: 30, bar: 6, step: 9.4 };

/** Draws the values as bars, oldest first. Space is reserved while the values load. */
export function Sparkline(props: {
  values: readonly number[] | undefined;
  summary: (values: readonly number[]) => string;
}) {
  const values = (props.values ?? []).slice(-SPARK_DAYS);
  const most = Math.max(...values, 1);
  return (
    <svg
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      width={SIZE.width}
      height={SIZE.height}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
      role={values.length === 0 ? undefined : "img"}
      aria-label={values.length === 0 ? undefined : props.summary(values)}
      aria-hidden={values.length === 0}
      className="flex-none self-end max-md:hidden"
    >
      {values.map((value, index) => {
        const height = Math.max(1, (Math.max(0, value) / most) * SIZE.height);
        const isToday = index === values.length - 1;
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
            key={index}
            x={index * SIZE.step}
            y={SIZE.height - height}
            width={SIZE.bar}
            height={height}
            className={isToday ? "fill-fg" : "fill-line-control"}
          />
        );
      })}
    </svg>
  );
}
