import { useParams } from "@tanstack/react-router";
import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { attempt } from "../parts/boundary.tsx";
import { Coil } from "../parts/coil.tsx";
import { toTitle } from "../parts/name.ts";
import { Time } from "../parts/time.tsx";
import { ActiveState } from "../parts/value-chip.tsx";
import { AdditionalData } from "../record/additional-data.tsx";
import { RecordHead } from "../record/record-layout.tsx";
import { RecordPage } from "../record/record-page.tsx";

const TagQuery = graphql(`
  query Tag($id: ID!) {
    tag(id: $id) {
      id
      ...TagHead
      ...TagFacts
      ...TagAdditionalData
    }
  }
`);

/** One tag. */
export function TagPage() {
  const { tagId } = useParams({ from: "/tags/$tagId" });
  // With the `key`, each tag is a new page: its heading takes the focus, and its pictures are closed.
  return <OneTag key={tagId} tagId={tagId} />;
}

function OneTag({ tagId }: { readonly tagId: string }) {
  const { data, ...result } = useStrictQuery(TagQuery, { id: tagId });
  return (
    <RecordPage
      subject="Tag"
      askedId={tagId}
      record={attempt(() => data?.tag)}
      result={result}
      head={(tag) => <Head tag={tag} />}
      data={(tag) => <Data tag={tag} />}
      facts={(tag) => <Facts tag={tag} />}
    />
  );
}

const TagHead = graphql(`
  fragment TagHead on Tag {
    tagId
    name
    description
    isActive
  }
`);

function Head({ tag }: { readonly tag: FragmentType<typeof TagHead> }) {
  const { tagId, name, description, isActive } = readFragment(TagHead, tag);
  return (
    <RecordHead
      picture={<Coil id={tagId} isActive={isActive} size={76} />}
      title={toTitle(name, tagId)}
      registryId={tagId}
      description={description}
      state={<ActiveState isActive={isActive} />}
    />
  );
}

const TagAdditionalData = graphql(`
  fragment TagAdditionalData on Tag {
    additionalDataFields { ...DataField }
  }
`);

function Data({ tag }: { readonly tag: FragmentType<typeof TagAdditionalData> }) {
  return <AdditionalData fields={readFragment(TagAdditionalData, tag).additionalDataFields} />;
}

const TagFacts = graphql(`
  fragment TagFacts on Tag {
    type
    projectId
    addedAt
    updatedAt
  }
`);

function Facts({ tag }: { readonly tag: FragmentType<typeof TagFacts> }) {
  const { type, projectId, addedAt, updatedAt } = readFragment(TagFacts, tag);
  return (
    <dl className="facts-list">
      <div className="fact">
        <dt>Type</dt>
        <dd>{type}</dd>
      </div>
      <div className="fact">
        <dt>Added</dt>
        <dd>
          <Time at={addedAt} />
        </dd>
      </div>
      <div className="fact">
        <dt>Updated</dt>
        <dd>
          <Time at={updatedAt} />
        </dd>
      </div>
      <div className="fact">
        <dt>Project</dt>
        <dd>{projectId}</dd>
      </div>
    </dl>
  );
}
