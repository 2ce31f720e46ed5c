import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useChanges } from "../gateway/changes.tsx";
import { useLastSearch } from "../list/list-address.ts";
import { FailureView } from "../parts/failure-view.tsx";
import { ShowChanges } from "../parts/show-changes.tsx";
import { type Subject, subjects } from "../parts/subject.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { CopyButton } from "./copy-button.tsx";

interface RecordHeadProps {
  readonly picture: ReactNode;
  readonly title: string;
  /** The record's id in the registry. */
  readonly registryId: string;
  readonly description: string | null;
  readonly state: ReactNode;
}

/** The head of a record's page. */
export function RecordHead({ picture, title, registryId, description, state }: RecordHeadProps) {
  return (
    <header className="record-head">
      {picture}
      <div className="record-lines">
        <PageTitle title={title} />
        <p className="record-id">
          <code>{registryId}</code>
          <CopyButton text={registryId} /> {state}
        </p>
        {description && <p className="record-note">{description}</p>}
      </div>
    </header>
  );
}

/** Links back to the record's list, with the search, filters and page that it was last shown with. */
export function BackToList({ subject }: { readonly subject: Subject }) {
  const to = subjects[subject].list;
  const search = useLastSearch(to);
  return (
    <p className="crumb">
      <Link to={to} search={search}>
        ← {subject}s
      </Link>
    </p>
  );
}

/** Says that the record was changed or removed after the page read it. */
export function RecordChange({ id, subject }: { readonly id: string; readonly subject: Subject }) {
  const { noun } = subjects[subject];
  const { pending } = useChanges();
  const change = pending.get(id);
  return (
    <p className="badge-place" role="status">
      {change?.kind === "REMOVED" && (
        <span className="badge is-still">This {noun} was removed from the registry</span>
      )}
      {change && change.kind !== "REMOVED" && (
        <ShowChanges>This {noun} has changed – show</ShowChanges>
      )}
    </p>
  );
}

/** Says that there is no such record. */
export function NoRecord({ subject, id }: { readonly subject: Subject; readonly id: string }) {
  const { noun } = subjects[subject];
  return (
    <>
      <BackToList subject={subject} />
      <PageTitle title={`No such ${noun}`} />
      <p>
        The project has no {noun} with the id <code className="given">{id}</code>. It may have been
        removed.
      </p>
    </>
  );
}

/** A record's page while the record is being read, or when that failed. */
export function RecordPending({
  failure,
  subject,
  onRetry,
}: {
  readonly failure: unknown;
  readonly subject: Subject;
  readonly onRetry: () => void;
}) {
  const { noun } = subjects[subject];
  if (failure !== undefined) {
    return (
      <>
        <BackToList subject={subject} />
        <PageTitle title={`This ${noun} cannot be shown`} />
        <FailureView failure={failure} onRetry={onRetry} />
      </>
    );
  }
  return (
    <>
      <BackToList subject={subject} />
      <p className="record-skeleton" role="status">
        Loading the {noun}…
      </p>
    </>
  );
}
