import type { ReactNode } from "react";
import type { StrictResult } from "../gateway/strict-query.ts";
import { type Attempt, Boundary } from "../parts/boundary.tsx";
import { FailureLine } from "../parts/failure-view.tsx";
import { StaleNote } from "../parts/stale-note.tsx";
import type { Subject } from "../parts/subject.ts";
import { BackToList, NoRecord, RecordChange, RecordPending } from "./record-layout.tsx";

interface RecordPageProps<Node> {
  readonly subject: Subject;
  /** The record's id in the registry, from the address. */
  readonly askedId: string;
  /** Undefined while it is being read; null if there is none. */
  readonly record: Attempt<Node | null | undefined>;
  readonly result: Pick<StrictResult<unknown>, "failure" | "retry">;
  /** The parts of the page. Each reads its fields itself, so that a failed field costs only its part. */
  readonly head: (record: Node) => ReactNode;
  readonly data: (record: Node) => ReactNode;
  readonly facts: (record: Node) => ReactNode;
  /** Shown below the facts. */
  readonly more?: (record: Node) => ReactNode;
}

/** The page of a record. If one part fails, the others are still shown. */
export function RecordPage<Node extends { readonly id: string }>(props: RecordPageProps<Node>) {
  const { subject, askedId, result } = props;
  const { failure, retry } = result;
  const { value: record } = props.record;
  const problem = props.record.failure ?? (record === undefined ? failure : undefined);
  if (problem !== undefined || record === undefined) {
    return <RecordPending failure={problem} subject={subject} onRetry={retry} />;
  }
  if (record === null) return <NoRecord subject={subject} id={askedId} />;
  const part = (content: ReactNode) => (
    <Boundary of={record} fallback={(cause) => <FailureLine failure={cause} onRetry={retry} />}>
      {content}
    </Boundary>
  );
  return (
    <article className="record">
      <BackToList subject={subject} />
      <RecordChange id={record.id} subject={subject} />
      <StaleNote failure={failure} onRetry={retry} />
      <Boundary
        of={record}
        fallback={(cause) => <RecordPending failure={cause} subject={subject} onRetry={retry} />}
      >
        {props.head(record)}
      </Boundary>
      <div className="record-body">
        <section aria-labelledby="data">
          <h2 id="data">Additional data</h2>
          {part(props.data(record))}
        </section>
        <div className="facts">
          <section aria-labelledby="facts">
            <h2 id="facts">In the registry</h2>
            {part(props.facts(record))}
          </section>
          {props.more && part(props.more(record))}
        </div>
      </div>
    </article>
  );
}
