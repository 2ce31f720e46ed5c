import { useParams } from "@tanstack/react-router";
import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import { useStrictQuery } from "../gateway/strict-query.ts";
import { attempt } from "../parts/boundary.tsx";
import { Device } from "../parts/device.tsx";
import { toTitle } from "../parts/name.ts";
import { Time } from "../parts/time.tsx";
import { ActiveState } from "../parts/value-chip.tsx";
import { AdditionalData } from "../record/additional-data.tsx";
import { RecordHead } from "../record/record-layout.tsx";
import { RecordPage } from "../record/record-page.tsx";
import { TagsOfTerminal } from "./tags-of-terminal.tsx";

const TerminalQuery = graphql(`
  query Terminal($id: ID!) {
    terminal(id: $id) {
      id
      terminalId
      ...TerminalHead
      ...TerminalFacts
      ...TerminalAdditionalData
    }
  }
`);

/** One terminal. */
export function TerminalPage() {
  const { terminalId } = useParams({ from: "/terminals/$terminalId" });
  return <OneTerminal key={terminalId} terminalId={terminalId} />;
}

function OneTerminal({ terminalId }: { readonly terminalId: string }) {
  const { data, ...result } = useStrictQuery(TerminalQuery, { id: terminalId });
  return (
    <RecordPage
      subject="Terminal"
      askedId={terminalId}
      record={attempt(() => data?.terminal)}
      result={result}
      head={(terminal) => <Head terminal={terminal} />}
      data={(terminal) => <Data terminal={terminal} />}
      facts={(terminal) => <Facts terminal={terminal} />}
      more={({ terminalId: id }) => <TagsOfTerminal terminalId={id} />}
    />
  );
}

const TerminalHead = graphql(`
  fragment TerminalHead on Terminal {
    terminalId
    name
    description
    isActive
  }
`);

function Head({ terminal }: { readonly terminal: FragmentType<typeof TerminalHead> }) {
  const { terminalId, name, description, isActive } = readFragment(TerminalHead, terminal);
  return (
    <RecordHead
      picture={<Device isActive={isActive} size={76} />}
      title={toTitle(name, terminalId)}
      registryId={terminalId}
      description={description}
      state={<ActiveState isActive={isActive} />}
    />
  );
}

const TerminalAdditionalData = graphql(`
  fragment TerminalAdditionalData on Terminal {
    additionalDataFields { ...DataField }
  }
`);

function Data({ terminal }: { readonly terminal: FragmentType<typeof TerminalAdditionalData> }) {
  return (
    <AdditionalData fields={readFragment(TerminalAdditionalData, terminal).additionalDataFields} />
  );
}

const TerminalFacts = graphql(`
  fragment TerminalFacts on Terminal {
    model
    platform
    platformVersion
    imei
    uuid
    formIdentifier
    canInsertChip
    canChangeChip
    projectId
    addedAt
    updatedAt
  }
`);

function Facts({ terminal }: { readonly terminal: FragmentType<typeof TerminalFacts> }) {
  const facts = readFragment(TerminalFacts, terminal);
  const platform = [facts.platform, facts.platformVersion].filter(Boolean).join(" ");
  const lines = [
    ["Model", facts.model],
    ["Platform", platform],
    ["Form", facts.formIdentifier],
    ["May add tags", facts.canInsertChip ? "yes" : "no"],
    ["May replace tags", facts.canChangeChip ? "yes" : "no"],
    ["IMEI", facts.imei],
    ["UUID", facts.uuid],
    ["Project", facts.projectId],
  ] as const;
  return (
    <dl className="facts-list">
      {lines.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value || <span className="none">–</span>}</dd>
        </div>
      ))}
      <div className="fact">
        <dt>Added</dt>
        <dd>
          <Time at={facts.addedAt} />
        </dd>
      </div>
      <div className="fact">
        <dt>Updated</dt>
        <dd>
          <Time at={facts.updatedAt} />
        </dd>
      </div>
    </dl>
  );
}
