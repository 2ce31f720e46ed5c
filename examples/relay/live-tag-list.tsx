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

/** The changes of the project's tags. */
export const subscription = graphql`
  subscription liveTagListSubscription {
    changes(of: [TAG]) {
      kind
      id
      cursor
      node {
        ... on Tag {
          name
          data { site condition }
        }
      }
    }
  }
`;

/** The list of tags. It follows the registry while it is shown. */
export function LiveTagList() {
  const environment = useRelayEnvironment();
  const [isRead, setRead] = useState(true);
  const [round, subscribeAgain] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round subscribes again
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
      // When a gateway stops, it completes the subscription. The next one starts with a RESET.
      onCompleted: subscribeAgain,
    }),
    [environment, round],
  );
  useSubscription(config);
  return <TagList isRead={isRead} />;
}

/** Adds a new tag at the list's end, as the registry does, and takes out a removed one. Relay itself stores changed fields. */
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
    addToCount(list, -1);
  }
}

function addTo(list: RecordProxy, store: RecordSourceProxy, id: string): void {
  const isAdded = (edge: RecordProxy | null) => edge?.getLinkedRecord("node")?.getDataID() === id;
  // A list that was read after the subscription started can already contain the tag.
  if (list.getLinkedRecords("edges")?.some(isAdded)) return;
  addToCount(list, 1);
  const tag = store.get(id);
  if (!tag || list.getLinkedRecord("pageInfo")?.getValue("hasNextPage")) return;
  ConnectionHandler.insertEdgeAfter(
    list,
    ConnectionHandler.createEdge(store, list, tag, "TagEdge"),
  );
}

function addToCount(list: RecordProxy, more: number): void {
  list.setValue(Number(list.getValue("totalCount")) + more, "totalCount");
}
