import type { GraphQLSchema } from "graphql";
import { useState } from "react";
import type { AnswerView } from "../answer/answer-body.tsx";
import { AnswerPanel } from "../answer/answer-panel.tsx";
import { StreamPanel } from "../answer/stream/stream-panel.tsx";
import type { Workspace } from "../workspace/use-workspace.ts";

interface ResultPanelProps {
  readonly workspace: Workspace;
  readonly imageOrigins: readonly string[];
  readonly schema: GraphQLSchema | undefined;
  readonly onContinue: Workspace["continueWith"];
}

/** The result of a tab's last run: the answer to a query, or the events of a subscription. */
export function ResultPanel(props: ResultPanelProps) {
  const { workspace, imageOrigins, schema, onContinue } = props;
  const [view, setView] = useState<AnswerView>("json");
  const { stream, ...answer } = workspace.lastRun;
  return stream ? (
    <StreamPanel
      key={workspace.tab.id}
      stream={stream}
      onPause={workspace.pause}
      onStop={workspace.stop}
      onResume={workspace.resume}
    />
  ) : (
    <AnswerPanel
      key={workspace.tab.id}
      {...answer}
      view={view}
      imageOrigins={imageOrigins}
      schema={schema}
      onView={setView}
      onContinue={onContinue}
    />
  );
}
