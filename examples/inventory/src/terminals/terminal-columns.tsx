import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import type { RecordColumn } from "../list/record-table.tsx";
import { TerminalName } from "../parts/record-name.tsx";
import { Time } from "../parts/time.tsx";
import { ActiveState, ListValue, readData } from "../parts/value-chip.tsx";
import { terminalColumns } from "../project.ts";
import type { StructureItem } from "../record/structure.ts";

const TerminalCells = graphql(`
  fragment TerminalCells on Terminal {
    terminalId
    name
    isActive
    model
    platform
    platformVersion
    updatedAt
    additionalData
  }
`);

type TerminalNode = { readonly id: string } & FragmentType<typeof TerminalCells>;

/** The columns of the list of terminals: fields of the terminal, and the additional data in `project.ts` that the structure has. */
export function findTerminalColumns(
  items: readonly StructureItem[],
): readonly RecordColumn<TerminalNode>[] {
  const own = terminalColumns.flatMap(
    (identifier) => items.find((item) => item.identifier === identifier) ?? [],
  );
  return [
    {
      id: "name",
      header: "Terminal",
      isSortable: true,
      room: "phone",
      cell: (terminal) => <NameCell terminal={terminal} />,
    },
    {
      id: "platform",
      header: "Platform",
      isSortable: true,
      room: "phone",
      cell: (terminal) => <PlatformCell terminal={terminal} />,
    },
    ...own.map(
      (item): RecordColumn<TerminalNode> => ({
        id: `data.${item.identifier}`,
        header: item.name,
        isSortable: true,
        room: "desktop",
        cell: (terminal) => <DataCell terminal={terminal} item={item} />,
      }),
    ),
    {
      id: "active",
      header: "State",
      isSortable: true,
      room: "tablet",
      cell: (terminal) => <StateCell terminal={terminal} />,
    },
    {
      id: "updated",
      header: "Updated",
      isSortable: true,
      room: "tablet",
      cell: (terminal) => <UpdatedCell terminal={terminal} />,
    },
  ];
}

interface CellProps {
  readonly terminal: TerminalNode;
}

function NameCell({ terminal }: CellProps) {
  const { terminalId, name, model, isActive } = readFragment(TerminalCells, terminal);
  return (
    <TerminalName terminalId={terminalId} name={name} isActive={isActive}>
      {!isActive && <span className="name-state">Inactive · </span>}
      {model || `No. ${terminalId}`}
    </TerminalName>
  );
}

function PlatformCell({ terminal }: CellProps) {
  const { platform, platformVersion } = readFragment(TerminalCells, terminal);
  const text = [platform, platformVersion].filter(Boolean).join(" ");
  return text === "" ? <span className="none">–</span> : text;
}

function DataCell({ terminal, item }: CellProps & { readonly item: StructureItem }) {
  const { additionalData } = readFragment(TerminalCells, terminal);
  return <ListValue identifier={item.identifier} value={readData(additionalData, item)} />;
}

function StateCell({ terminal }: CellProps) {
  return <ActiveState isActive={readFragment(TerminalCells, terminal).isActive} />;
}

function UpdatedCell({ terminal }: CellProps) {
  return <Time at={readFragment(TerminalCells, terminal).updatedAt} />;
}
