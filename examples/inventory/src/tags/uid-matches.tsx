import { Link } from "@tanstack/react-router";
import { graphql } from "../../__generated__/gql.ts";
import type { TagsByUidQuery } from "../../__generated__/graphql.ts";
import { isOfIncompleteList } from "../gateway/failure.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { attempt } from "../parts/boundary.tsx";
import { toTitle } from "../parts/name.ts";

export const UidQuery = graphql(`
  query TagsByUid($uid: String!) {
    tagsByUid(uid: $uid) {
      spelling
      tag { id tagId name }
    }
  }
`);

const spellings = {
  SAME: "has this UID",
  REVERSED: "has this UID with its bytes reversed",
  DECIMAL: "has this UID as a decimal number",
  REVERSED_DECIMAL: "has this UID with its bytes reversed, as a decimal number",
} as const;

/** The tags with the UID that was typed into the search, in any spelling. */
export function SearchedUid({ text }: { readonly text: string }) {
  const isUid = looksLikeUid(text);
  const { data } = useStrictQuery(UidQuery, { uid: text }, { skip: !isUid });
  if (!isUid) return null;
  const { value, failure } = attempt(() => data?.tagsByUid);
  if (isOfIncompleteList(failure)) {
    return <p className="uid-matches">Whether a tag has this UID is not known.</p>;
  }
  return value && value.length > 0 ? <UidMatches matches={value} /> : null;
}

type Matches = NonNullable<TagsByUidQuery["tagsByUid"]>;

export function UidMatches({ matches }: { readonly matches: Matches }) {
  return (
    <ul className="uid-matches">
      {matches.map(({ spelling, tag }) => (
        <li key={tag.id}>
          <Link to="/tags/$tagId" params={{ tagId: tag.tagId }}>
            {toTitle(tag.name, tag.tagId)}
          </Link>{" "}
          {spellings[spelling]}
        </li>
      ))}
    </ul>
  );
}

/** Whether a text is a hexadecimal number of four bytes or more, with or without separators, or a long decimal number. */
function looksLikeUid(text: string): boolean {
  const digits = text.replaceAll(/[:\-.\s]|^0x/g, "");
  return /^[0-9a-f]{8,20}$/i.test(digits) && /\d/.test(digits);
}
