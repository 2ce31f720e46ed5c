import type { GraphQLSchema } from "graphql";
import { useState } from "react";
import type { ResponseView } from "../response/response-content.tsx";
import { ResponsePanel } from "../response/response-panel.tsx";
import { StreamPanel } from "../response/stream/stream-panel.tsx";
import type { Workspace } from "../workspace/use-workspace.ts";

interface ResultPanelProps {
  readonly workspace: Workspace;
  readonly imageOrigins: readonly string[];
  readonly schema: GraphQLSchema | undefined;
  readonly onContinue: Workspace["continueWith"];
}

export function ResultPanel(props: ResultPanelProps) {
  const { workspace, imageOrigins, schema, onContinue } = props;
  const [view, setView] = useState<ResponseView>("json");
  const { stream, ...response } = workspace.lastRun;
  return stream ? (
    <StreamPanel
      key={workspace.tab.id}
      stream={stream}
      onPause={workspace.pause}
      onStop={workspace.stop}
      onResume={workspace.resume}
    />
  ) : (
    <ResponsePanel
      key={workspace.tab.id}
      {...response}
      view={view}
      imageOrigins={imageOrigins}
      explains={workspace.explains}
      onExplain={workspace.setExplains}
      schema={schema}
      onView={setView}
      onContinue={onContinue}
    />
  );
}
