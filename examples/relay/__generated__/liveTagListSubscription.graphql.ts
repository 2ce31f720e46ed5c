/**
 * @generated SignedSource<<c9e89bc3bda9005bddeac3a44d4f7928>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type ChangeKind = "ADDED" | "CHANGED" | "REMOVED" | "RESET";
export type liveTagListSubscription$variables = Record<PropertyKey, never>;
export type liveTagListSubscription$data = {
  readonly changes: {
    readonly cursor: string;
    readonly id: string | null | undefined;
    readonly kind: ChangeKind;
    readonly node: {
      readonly data?: {
        readonly condition: string | null | undefined;
        readonly site: string | null | undefined;
      } | null | undefined;
      readonly name?: string | null | undefined;
    } | null | undefined;
  };
};
export type liveTagListSubscription = {
  response: liveTagListSubscription$data;
  variables: liveTagListSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "kind": "Literal",
    "name": "of",
    "value": [
      "TAG"
    ]
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "kind",
  "storageKey": null
},
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "cursor",
  "storageKey": null
},
v4 = {
  "kind": "InlineFragment",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "name",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "TagData",
      "kind": "LinkedField",
      "name": "data",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "site",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "condition",
          "storageKey": null
        }
      ],
      "storageKey": null
    }
  ],
  "type": "Tag",
  "abstractKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [],
    "kind": "Fragment",
    "metadata": null,
    "name": "liveTagListSubscription",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "Change",
        "kind": "LinkedField",
        "name": "changes",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          (v2/*:: as any*/),
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "node",
            "plural": false,
            "selections": [
              (v4/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": "changes(of:[\"TAG\"])"
      }
    ],
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [],
    "kind": "Operation",
    "name": "liveTagListSubscription",
    "selections": [
      {
        "alias": null,
        "args": (v0/*:: as any*/),
        "concreteType": "Change",
        "kind": "LinkedField",
        "name": "changes",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          (v2/*:: as any*/),
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": null,
            "kind": "LinkedField",
            "name": "node",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "__typename",
                "storageKey": null
              },
              (v4/*:: as any*/),
              (v2/*:: as any*/)
            ],
            "storageKey": null
          }
        ],
        "storageKey": "changes(of:[\"TAG\"])"
      }
    ]
  },
  "params": {
    "cacheID": "a14ea5d95f80b0422c4f370994325241",
    "id": null,
    "metadata": {},
    "name": "liveTagListSubscription",
    "operationKind": "subscription",
    "text": "subscription liveTagListSubscription {\n  changes(of: [TAG]) {\n    kind\n    id\n    cursor\n    node {\n      __typename\n      ... on Tag {\n        name\n        data {\n          site\n          condition\n        }\n      }\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "3140491ce0e916ef04a36b9a1c8ea037";

export default node;
