import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Subject, useChanges } from "../gateway/changes.tsx";
import { type ListRoute, useLastSearch } from "../list/list-address.ts";
import { FailureView } from "../parts/failure-view.tsx";
import { ShowChanges } from "../parts/show-changes.tsx";
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
export function BackToList({ to }: { readonly to: ListRoute }) {
  const search = useLastSearch(to);
  return (
    <p className="crumb">
      <Link to={to} search={search}>
        ← {to === "/tags" ? "Tags" : "Terminals"}
      </Link>
    </p>
  );
}

/** Says that the record was changed or removed after the page read it. */
export function RecordChange({ id, noun }: { readonly id: string; readonly noun: string }) {
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
  const noun = subject === "Tag" ? "tag" : "terminal";
  return (
    <>
      <BackToList to={subject === "Tag" ? "/tags" : "/terminals"} />
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
  noun,
  onRetry,
}: {
  readonly failure: unknown;
  readonly noun: "tag" | "terminal";
  readonly onRetry: () => void;
}) {
  const list = noun === "tag" ? "/tags" : "/terminals";
  if (failure !== undefined) {
    return (
      <>
        <BackToList to={list} />
        <PageTitle title={`This ${noun} cannot be shown`} />
        <FailureView failure={failure} onRetry={onRetry} />
      </>
    );
  }
  return (
    <>
      <BackToList to={list} />
      <p className="record-skeleton" role="status">
        Loading the {noun}…
      </p>
    </>
  );
}
