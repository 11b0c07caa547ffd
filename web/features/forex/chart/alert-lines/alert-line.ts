/** The line of an alert. All of these lines have the same colour. */
export interface AlertLine {
  readonly id: string;
  /** Price in the chart's units. */
  readonly price: number;
  readonly text: string;
  readonly priceText: string;
  readonly isDashed: true;
  readonly isMoving: false;
}

/** Subscribes to the vertical positions of all lines by id, and to the height of the plot. */
export type FollowLines = (
  place: (places: ReadonlyMap<string, number>, plot: { readonly height: number }) => void,
) => () => void;
