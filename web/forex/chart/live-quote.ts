/** The latest price as the desk's quotes give it; prices are int32 of the instrument. */
export interface LiveQuote {
  readonly instrument: string;
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
  readonly status: string;
  readonly dayOpen: number | undefined;
}
