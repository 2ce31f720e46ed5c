import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import type { RecordColumn } from "../list/record-table.tsx";
import { TerminalName } from "../parts/record-name.tsx";
import { Time } from "../parts/time.tsx";
import { ActiveState, ListValue } from "../parts/value-chip.tsx";

const TerminalCells = graphql(`
  fragment TerminalCells on Terminal {
    terminalId
    name
    isActive
    model
    platform
    platformVersion
    updatedAt
    data { mounting assignedTo }
  }
`);

type TerminalNode = { readonly id: string } & FragmentType<typeof TerminalCells>;

/** The columns of the list of terminals. */
export const terminalColumns: readonly RecordColumn<TerminalNode>[] = [
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
  {
    id: "data.mounting",
    header: "Mounting",
    isSortable: true,
    room: "desktop",
    cell: (terminal) => <ListValue read={() => readData(terminal).mounting} />,
  },
  {
    id: "data.assignedTo",
    header: "Assigned to",
    isSortable: true,
    room: "desktop",
    cell: (terminal) => <ListValue read={() => readData(terminal).assignedTo} />,
  },
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

const readData = (terminal: TerminalNode) => readFragment(TerminalCells, terminal).data;

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

function StateCell({ terminal }: CellProps) {
  return <ActiveState isActive={readFragment(TerminalCells, terminal).isActive} />;
}

function UpdatedCell({ terminal }: CellProps) {
  return <Time at={readFragment(TerminalCells, terminal).updatedAt} />;
}
