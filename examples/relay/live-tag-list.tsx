import { useMemo, useReducer, useState } from "react";
import { fetchQuery, graphql, useRelayEnvironment, useSubscription } from "react-relay";
import {
  ConnectionHandler,
  type GraphQLSubscriptionConfig,
  type RecordProxy,
  type RecordSourceProxy,
  type RecordSourceSelectorProxy,
} from "relay-runtime";
import type { liveTagListSubscription } from "./__generated__/liveTagListSubscription.graphql.ts";
import type { tagListQuery } from "./__generated__/tagListQuery.graphql.ts";
import { firstPage, TagList } from "./tag-list.tsx";

/** What changes in the list of tags. */
export const subscription = graphql`
  subscription liveTagListSubscription {
    changes(of: [TAG]) {
      kind
      id
      cursor
      node {
        ... on Tag {
          name
          isActive
        }
      }
    }
  }
`;

/** The list of tags, which follows the registry while it is shown. */
export function LiveTagList() {
  const environment = useRelayEnvironment();
  const [isRead, setRead] = useState(true);
  const [time, listenAgain] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time is the reason to subscribe again
  const config = useMemo<GraphQLSubscriptionConfig<liveTagListSubscription>>(
    () => ({
      subscription,
      variables: {},
      onNext: (result) => {
        if (result?.changes.kind !== "RESET") return;
        setRead(false);
        fetchQuery<tagListQuery>(environment, firstPage, {}).subscribe({
          complete: () => setRead(true),
          error: () => setRead(true),
        });
      },
      updater: updateList,
      // A gateway that stops ends the subscription; the next one begins it with a RESET.
      onCompleted: listenAgain,
    }),
    [environment, time],
  );
  useSubscription(config);
  return <TagList isRead={isRead} />;
}

/** Puts a new tag at the list's end, where the registry has it, and takes out one that is gone. What changed is in the store already. */
function updateList(store: RecordSourceSelectorProxy): void {
  const change = store.getRootField("changes");
  const id = change?.getValue("id");
  const list = ConnectionHandler.getConnection(store.getRoot(), "TagList_tags");
  if (!list || typeof id !== "string") return;
  const kind = change?.getValue("kind");
  if (kind === "ADDED") addTo(list, store, id);
  if (kind === "REMOVED") {
    ConnectionHandler.deleteNode(list, id);
    store.delete(id);
    count(list, -1);
  }
}

function addTo(list: RecordProxy, store: RecordSourceProxy, id: string): void {
  const isRead = (edge: RecordProxy | null) => edge?.getLinkedRecord("node")?.getDataID() === id;
  // What was read after the subscription began may be told once more.
  if (list.getLinkedRecords("edges")?.some(isRead)) return;
  count(list, 1);
  const tag = store.get(id);
  if (!tag || list.getLinkedRecord("pageInfo")?.getValue("hasNextPage")) return;
  ConnectionHandler.insertEdgeAfter(
    list,
    ConnectionHandler.createEdge(store, list, tag, "TagEdge"),
  );
}

function count(list: RecordProxy, more: number): void {
  list.setValue(Number(list.getValue("totalCount")) + more, "totalCount");
}
