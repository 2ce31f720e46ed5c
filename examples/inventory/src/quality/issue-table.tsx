import { Link } from "@tanstack/react-router";
import { Checkbox } from "react-aria-components";
import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import type { IssueFragment } from "../../__generated__/graphql.ts";
import { Boundary } from "../parts/boundary.tsx";
import { Coil } from "../parts/coil.tsx";
import { Device } from "../parts/device.tsx";
import { FailureLine } from "../parts/failure-view.tsx";
import { toTitle } from "../parts/name.ts";
import { toFieldId } from "../record/field-id.ts";
import { codeNames } from "./quality-search.ts";
import type { Ticks } from "./ticks.ts";

const Issue = graphql(`
  fragment Issue on DataQualityIssue {
    code
    severity
    message
    identifier
    node {
      __typename
      id
      ... on Tag { tagId name isActive }
      ... on Terminal { terminalId name isActive }
    }
  }
`);

interface IssueTableProps {
  /** Undefined: they are still read. */
  readonly issues: readonly FragmentType<typeof Issue>[] | undefined;
  readonly ticks: Ticks;
  readonly isBusy: boolean;
}

/** The issues of a page, each with a way to its record and a box to tick. */
export function IssueTable({ issues, ticks, isBusy }: IssueTableProps) {
  return (
    <table className="records issues" aria-busy={isBusy}>
      <caption className="unseen">Issues</caption>
      <thead>
        <tr>
          <th scope="col" className="tick-head">
            <span className="unseen">Dealt with</span>
          </th>
          <th scope="col">Record</th>
          <th scope="col">What is wrong</th>
        </tr>
      </thead>
      <tbody>
        {issues === undefined && <Skeleton />}
        {issues?.map((issue, at) => (
          <Boundary
            // biome-ignore lint/suspicious/noArrayIndexKey: an issue has no id of its own.
            key={at}
            of={issue}
            fallback={(failure) => (
              <tr>
                <td colSpan={3} className="unreadable">
                  This issue could not be read. <FailureLine failure={failure} />
                </td>
              </tr>
            )}
          >
            <IssueRow issue={readFragment(Issue, issue)} ticks={ticks} />
          </Boundary>
        ))}
      </tbody>
    </table>
  );
}

function IssueRow({ issue, ticks }: { readonly issue: IssueFragment; readonly ticks: Ticks }) {
  const { code, severity, message, identifier, node } = issue;
  const id = [node?.id, code, identifier].join(" ");
  const isTicked = ticks.has(id);
  const name = node?.name || "this record";
  return (
    <tr className={isTicked ? "is-ticked" : undefined}>
      <td className="tick-cell">
        <Checkbox
          className="tick-box"
          aria-label={`${codeNames[code]} of ${name} is dealt with`}
          isSelected={isTicked}
          onChange={() => ticks.toggle(id)}
        >
          <span className="tick" aria-hidden="true" />
        </Checkbox>
      </td>
      <td>
        <RecordLink node={node} identifier={identifier} />
      </td>
      <td className="issue-cell">
        <span className={`chip ${severity === "ERROR" ? "is-bad" : "is-warn"}`}>
          {codeNames[code]}
        </span>
        <span className="issue-message">{message}</span>
      </td>
    </tr>
  );
}

function RecordLink({ node, identifier }: Pick<IssueFragment, "node" | "identifier">) {
  const hash = identifier === null ? undefined : toFieldId(identifier);
  const place = hash === undefined ? {} : { hash };
  if (node?.__typename === "Tag") {
    const { tagId, name, isActive } = node;
    return (
      <span className="name-cell">
        <Coil id={tagId} isActive={isActive} />
        <span className="name-lines">
          <Link to="/tags/$tagId" params={{ tagId }} {...place} className="row-link">
            {toTitle(name, tagId)}
          </Link>
          <span className="name-note">{tagId}</span>
        </span>
      </span>
    );
  }
  if (node?.__typename === "Terminal") {
    const { terminalId, name, isActive } = node;
    return (
      <span className="name-cell">
        <Device isActive={isActive} />
        <span className="name-lines">
          <Link to="/terminals/$terminalId" params={{ terminalId }} {...place} className="row-link">
            {toTitle(name, terminalId)}
          </Link>
          <span className="name-note">No. {terminalId}</span>
        </span>
      </span>
    );
  }
  return <span className="none">A record that is gone</span>;
}

function Skeleton() {
  return Array.from({ length: 8 }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
    <tr key={at} className="skeleton">
      <td />
      <td>
        <span />
      </td>
      <td>
        <span />
      </td>
    </tr>
  ));
}
