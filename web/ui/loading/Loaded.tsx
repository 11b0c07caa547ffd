/**
 * Shows the state of a query: a skeleton, an error with Retry, the content, or stale content that
 * could not be refreshed.
 *
 *   <Loaded query={wallet} lines={3}>{(data) => <Amount sats={data.availableSats} />}</Loaded>
 */
import type { ReactNode } from "react";
import { ErrorCard } from "./ErrorCard.tsx";
import { SkeletonLines } from "./Skeleton.tsx";
import { StaleMark } from "./StaleMark.tsx";

interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  /** Error of the last attempt. Stays set during the next attempt. */
  failureReason: Error | null;
  isError: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

export function Loaded<Data>(props: {
  query: QueryState<Data>;
  /** Number of skeleton lines. */
  lines?: number;
  skeleton?: ReactNode;
  /** True in panels without padding. */
  isFlush?: boolean;
  /** A fact that remains true if loading fails. */
  still?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { query } = props;
  const frame = props.isFlush ? "px-5 py-4 max-md:px-4" : undefined;
  if (query.data !== undefined) {
    return (
      <>
        {props.children(query.data)}
        {query.isError ? (
          <div className={frame ?? "mt-3"}>
            <StaleMark at={query.dataUpdatedAt} />
          </div>
        ) : null}
      </>
    );
  }
  const failure = query.error ?? query.failureReason;
  if (failure !== null) {
    return (
      <div className={frame}>
        <ErrorCard error={failure} onRetry={() => void query.refetch()}>
          {props.still}
        </ErrorCard>
      </div>
    );
  }
  return (
    props.skeleton ?? <div className={frame}>{<SkeletonLines count={props.lines ?? 3} />}</div>
  );
}
