import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { Checkbox } from "react-aria-components";
import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import type { IssueFragment } from "../../__generated__/graphql.ts";
import { attempt, Boundary } from "../parts/boundary.tsx";
import { FailureLine } from "../parts/failure-view.tsx";
import { TagName, TerminalName } from "../parts/record-name.tsx";
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

type IssueRef = FragmentType<typeof Issue>;

interface IssueTableProps {
  /** Undefined while they are being read. */
  readonly issues: readonly IssueRef[] | undefined;
  readonly ticks: Ticks;
  readonly isBusy: boolean;
}

/** The issues of a page, grouped by record. Each has a link to its field, and a checkbox to tick it off. */
export function IssueTable({ issues, ticks, isBusy }: IssueTableProps) {
  const groups = useMemo(() => issues && groupByRecord(issues), [issues]);
  return (
    <table className="records issues" aria-busy={isBusy}>
      <caption className="unseen">Issues</caption>
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">What is wrong</th>
        </tr>
      </thead>
      <tbody>
        {groups === undefined && <Skeleton />}
        {groups?.map((group, at) => (
          <Boundary
            // biome-ignore lint/suspicious/noArrayIndexKey: an issue has no id.
            key={at}
            of={group}
            fallback={(failure) => (
              <tr>
                <td colSpan={2} className="unreadable">
                  This issue could not be read. <FailureLine failure={failure} />
                </td>
              </tr>
            )}
          >
            <RecordRow issues={group} ticks={ticks} />
          </Boundary>
        ))}
      </tbody>
    </table>
  );
}

/** Issues come in the order of their records. An issue that cannot be read, or that has no record, gets its own group. */
function groupByRecord(issues: readonly IssueRef[]): readonly (readonly IssueRef[])[] {
  const groups: IssueRef[][] = [];
  let last: string | undefined;
  for (const issue of issues) {
    const id = attempt(() => readFragment(Issue, issue).node?.id).value;
    if (id !== undefined && id === last) groups.at(-1)?.push(issue);
    else groups.push([issue]);
    last = id;
  }
  return groups;
}

function RecordRow({
  issues,
  ticks,
}: {
  readonly issues: readonly IssueRef[];
  readonly ticks: Ticks;
}) {
  const list = issues.map((issue) => readFragment(Issue, issue));
  const { node = null } = list[0] ?? {};
  return (
    <tr>
      <td>
        <RecordName node={node} />
      </td>
      <td className="issue-cell">
        <ul className="issue-list">
          {list.map((issue, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an issue has no id.
            <IssueLine key={at} issue={issue} ticks={ticks} />
          ))}
        </ul>
      </td>
    </tr>
  );
}

function IssueLine({ issue, ticks }: { readonly issue: IssueFragment; readonly ticks: Ticks }) {
  const { code, severity, message, identifier, node } = issue;
  const id = [node?.id, code, identifier].join(" ");
  const isTicked = ticks.has(id);
  const name = (node && "name" in node && node.name) || "this record";
  return (
    <li className={isTicked ? "issue is-ticked" : "issue"}>
      <Checkbox
        className="tick-box"
        aria-label={`Dealt with: ${codeNames[code]} in ${name}: ${message}`}
        isSelected={isTicked}
        onChange={() => ticks.toggle(id)}
      >
        <span className="tick" aria-hidden="true" />
      </Checkbox>
      <span className="issue-text">
        <span className={`chip ${severity === "ERROR" ? "is-bad" : "is-warn"}`}>
          {codeNames[code]}
        </span>{" "}
        <FieldLink node={node} identifier={identifier}>
          {message}
        </FieldLink>
      </span>
    </li>
  );
}

/** Links a message to its field on the record's page. */
function FieldLink({
  node,
  identifier,
  children,
}: Pick<IssueFragment, "node" | "identifier"> & { readonly children: string }) {
  const place = identifier === null ? {} : { hash: toFieldId(identifier) };
  if (node?.__typename === "Tag") {
    return (
      <Link to="/tags/$tagId" params={{ tagId: node.tagId }} {...place} className="issue-link">
        {children}
      </Link>
    );
  }
  if (node?.__typename === "Terminal") {
    const { terminalId } = node;
    return (
      <Link to="/terminals/$terminalId" params={{ terminalId }} {...place} className="issue-link">
        {children}
      </Link>
    );
  }
  return children;
}

function RecordName({ node }: Pick<IssueFragment, "node">) {
  if (node?.__typename === "Tag") {
    const { tagId, name, isActive } = node;
    return (
      <TagName tagId={tagId} name={name} isActive={isActive}>
        {tagId}
      </TagName>
    );
  }
  if (node?.__typename === "Terminal") {
    const { terminalId, name, isActive } = node;
    return (
      <TerminalName terminalId={terminalId} name={name} isActive={isActive}>
        No. {terminalId}
      </TerminalName>
    );
  }
  return <span className="none">A record that is gone</span>;
}

function Skeleton() {
  return Array.from({ length: 8 }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
    <tr key={at} className="skeleton">
      <td>
        <span />
      </td>
      <td>
        <span />
      </td>
    </tr>
  ));
}
