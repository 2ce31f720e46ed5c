import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import type { RecordColumn } from "../list/record-table.tsx";
import { TagName } from "../parts/record-name.tsx";
import { Time } from "../parts/time.tsx";
import { ActiveState, conditionTones, ListValue } from "../parts/value-chip.tsx";

const TagCells = graphql(`
  fragment TagCells on Tag {
    tagId
    name
    description
    isActive
    updatedAt
    data { site floor condition terminal { name } }
  }
`);

type TagNode = { readonly id: string } & FragmentType<typeof TagCells>;

/** The columns of the list of tags. */
export const tagColumns: readonly RecordColumn<TagNode>[] = [
  {
    id: "name",
    header: "Tag",
    isSortable: true,
    room: "phone",
    cell: (tag) => <NameCell tag={tag} />,
  },
  {
    id: "data.site",
    header: "Site",
    isSortable: true,
    room: "tablet",
    cell: (tag) => <ListValue read={() => readData(tag).site} />,
  },
  {
    id: "data.floor",
    header: "Floor",
    isSortable: true,
    room: "desktop",
    cell: (tag) => <ListValue read={() => readData(tag).floor} />,
  },
  {
    id: "data.condition",
    header: "Condition",
    isSortable: true,
    room: "phone",
    cell: (tag) => <ListValue read={() => readData(tag).condition} tones={conditionTones} />,
  },
  {
    id: "data.terminal",
    header: "Terminal",
    isSortable: false,
    room: "desktop",
    cell: (tag) => <ListValue read={() => readData(tag).terminal?.name ?? null} />,
  },
  {
    id: "active",
    header: "State",
    isSortable: true,
    room: "desktop",
    cell: (tag) => <StateCell tag={tag} />,
  },
  {
    id: "updated",
    header: "Updated",
    isSortable: true,
    room: "tablet",
    cell: (tag) => <UpdatedCell tag={tag} />,
  },
];

const readData = (tag: TagNode) => readFragment(TagCells, tag).data;

interface CellProps {
  readonly tag: TagNode;
}

function NameCell({ tag }: CellProps) {
  const { tagId, name, description, isActive } = readFragment(TagCells, tag);
  return (
    <TagName tagId={tagId} name={name} isActive={isActive}>
      {!isActive && <span className="name-state">Inactive · </span>}
      {description || tagId}
    </TagName>
  );
}

function StateCell({ tag }: CellProps) {
  return <ActiveState isActive={readFragment(TagCells, tag).isActive} />;
}

function UpdatedCell({ tag }: CellProps) {
  return <Time at={readFragment(TagCells, tag).updatedAt} />;
}
