import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import type { RecordColumn } from "../list/record-table.tsx";
import { TagName } from "../parts/record-name.tsx";
import { Time } from "../parts/time.tsx";
import { ActiveState, ListValue, readData } from "../parts/value-chip.tsx";
import { tagColumns } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";

const TagCells = graphql(`
  fragment TagCells on Tag {
    tagId
    name
    description
    isActive
    updatedAt
    additionalData
  }
`);

type TagNode = { readonly id: string } & FragmentType<typeof TagCells>;

/** The columns of the list of tags: fields of the tag, and the additional data in `project.ts` that the structure has. */
export function findTagColumns(items: readonly StructureItem[]): readonly RecordColumn<TagNode>[] {
  const own = tagColumns.flatMap(
    (identifier) => items.find((item) => item.identifier === identifier) ?? [],
  );
  return [
    {
      id: "name",
      header: "Tag",
      isSortable: true,
      room: "phone",
      cell: (tag) => <NameCell tag={tag} />,
    },
    ...own.map(
      (item, at): RecordColumn<TagNode> => ({
        id: `data.${item.identifier}`,
        header: item.name,
        isSortable: true,
        room: at === own.length - 1 ? "phone" : at === 0 ? "tablet" : "desktop",
        cell: (tag) => <DataCell tag={tag} item={item} />,
      }),
    ),
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
}

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

function DataCell({ tag, item }: CellProps & { readonly item: StructureItem }) {
  const { additionalData } = readFragment(TagCells, tag);
  return <ListValue identifier={item.identifier} value={readData(additionalData, item)} />;
}

function StateCell({ tag }: CellProps) {
  return <ActiveState isActive={readFragment(TagCells, tag).isActive} />;
}

function UpdatedCell({ tag }: CellProps) {
  return <Time at={readFragment(TagCells, tag).updatedAt} />;
}
