import type { RequestText } from "../connect/graphql-over-http.ts";

export interface Example extends RequestText {
  readonly id: string;
  readonly title: string;
  /** The part of the schema that it needs, which some gateways do not have. */
  readonly needs?: "Subscription";
}

/** The examples. A first visit opens the first few, each in a tab. */
export const examples: readonly Example[] = [
  {
    id: "list",
    title: "List",
    query: `# The first tags of the project. Run the query, then switch the response to Table.
query ListTags {
  tags(first: 25) {
    totalCount
    nodes {
      tagId
      name
      type
      isActive
      updatedAt
      additionalDataFields {
        identifier
        value
        item {
          type
          name
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: "",
  },
  {
    id: "search",
    title: "Search",
    query: `# The query of a search box. Each word can be anywhere in a record, in any letter case.
query Search($words: String!) {
  tags(search: $words, first: 25) {
    totalCount
    nodes {
      tagId
      name
      description
      additionalData
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  terminals(search: $words, first: 25) {
    totalCount
    nodes {
      terminalId
      name
      description
      additionalData
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: `{
  "words": "brannoc hosp"
}
`,
  },
  {
    id: "facets",
    title: "Facets",
    query: `# A filter, and the facets next to it: how many tags there are for each condition, kind of site, and floor.
# Change the filter in Build. Click a header of the table to sort by its column.
query FilterAndFacets {
  tags(
    first: 25
    filter: {
      isActive: { eq: true }
      additionalData: [
        { identifier: "condition", text: { in: ["worn", "damaged"] } }
        { identifier: "floor", number: { gte: 2 } }
      ]
    }
    orderBy: [
      { field: ADDITIONAL_DATA, identifier: "floor", direction: DESC }
      { field: NAME }
    ]
  ) {
    totalCount
    nodes {
      tagId
      name
      updatedAt
      additionalDataFields {
        identifier
        value
        item {
          name
          type
        }
      }
    }
    facets(
      by: [
        { field: ADDITIONAL_DATA, identifier: "condition" }
        { field: ADDITIONAL_DATA, identifier: "site_kind" }
        { field: ADDITIONAL_DATA, identifier: "floor", bounds: [2, 4, 8] }
      ]
    ) {
      identifier
      nullCount
      values {
        value
        from
        to
        count
        selected
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: "",
  },
  {
    id: "charts",
    title: "Charts",
    query: `# When tags were added, when their inspections are due, and their inspection intervals. Switch the response to Chart.
query AddedAndDue($from: DateTime) {
  tags(first: 0) {
    facets(
      by: [
        { field: ADDED_AT, every: MONTH }
        { field: ADDITIONAL_DATA, identifier: "next_check", every: QUARTER, fromAt: $from }
        { field: ADDITIONAL_DATA, identifier: "inspection_interval_days" }
        { field: ADDITIONAL_DATA, identifier: "floor", bounds: [1, 2, 3, 5, 8] }
      ]
    ) {
      field
      identifier
      otherCount
      nullCount
      values {
        value
        from
        to
        fromAt
        toAt
        count
        selected
      }
      numbers {
        count
        min
        mean
        max
      }
    }
  }
}
`,
    variables: `{
  "from": "2026-07-01T00:00:00Z"
}
`,
  },
  {
    id: "quality",
    title: "Data quality",
    query: `# What is wrong with the tags, according to the structure that the project defined for them.
query DataQuality {
  project {
    dataQuality(of: TAG, first: 50) {
      totalCount
      counts {
        code
        severity
        count
      }
      nodes {
        code
        identifier
        node {
          ... on Tag {
            name
            tagId
          }
        }
        severity
        message
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
    variables: "",
  },
  {
    id: "join",
    title: "Join tags and terminals",
    query: `# Tags, each with the terminal that its additional data names, in one request.
query TagsWithTheirTerminals {
  tags(first: 20) {
    nodes {
      tagId
      name
      home: additionalDataField(identifier: "terminal_id") {
        value
        terminal {
          name
          model
          isActive
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  terminals(first: 5) {
    totalCount
    nodes {
      terminalId
      name
    }
  }
}
`,
    variables: "",
  },
  {
    id: "linked",
    title: "Linked tags",
    query: `# Terminals, each with the tags that name it. In the table, click a number of records to see them.
query TerminalsWithTheirTags {
  terminals(first: 20) {
    totalCount
    nodes {
      terminalId
      name
      linkedTags(first: 10, orderBy: [{ field: NAME }]) {
        totalCount
        nodes {
          tagId
          name
          isActive
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: "",
  },
  {
    id: "link-filter",
    title: "Filter by links",
    query: `# Filters on linked records: terminals without tags, terminals with a missing tag, and tags whose terminal is inactive.
query FilterByLinks {
  withoutTags: terminals(filter: { linkedTags: { none: {} } }) {
    totalCount
    nodes {
      terminalId
      name
    }
  }
  withMissingTags: terminals(
    first: 25
    filter: {
      linkedTags: {
        some: { additionalData: [{ identifier: "condition", text: { eq: "missing" } }] }
      }
    }
  ) {
    totalCount
    nodes {
      terminalId
      name
    }
  }
  withInactiveTerminal: tags(
    first: 25
    filter: {
      additionalData: [{ identifier: "terminal_id", terminal: { isActive: { eq: false } } }]
    }
  ) {
    totalCount
    nodes {
      tagId
      name
      home: additionalDataField(identifier: "terminal_id") {
        terminal {
          name
        }
      }
    }
  }
}
`,
    variables: "",
  },
  {
    id: "page",
    title: "Page through",
    query: `# One page of a list. "Next page" above the table moves $after to the end of this one.
query PageThrough($first: Int, $after: String) {
  terminals(first: $first, after: $after) {
    totalCount
    edges {
      cursor
      node {
        terminalId
        name
        model
        platform
        platformVersion
        isActive
        addedAt
      }
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
`,
    variables: `{
  "first": 10,
  "after": null
}
`,
  },
  {
    id: "filter",
    title: "Filter and order",
    query: `# The doors on the upper floors, by floor and name. Leave out a variable to drop its condition.
query FilterAndOrder($name: String, $floor: Float, $after: String) {
  tags(
    first: 25
    after: $after
    filter: {
      name: { contains: $name }
      additionalData: [{ identifier: "floor", number: { gte: $floor } }]
    }
    orderBy: [{ field: ADDITIONAL_DATA, identifier: "floor" }, { field: NAME }]
  ) {
    totalCount
    snapshotAt
    nodes {
      tagId
      name
      additionalDataField(identifier: "floor") {
        value
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: `{
  "name": "door",
  "floor": 2
}
`,
  },
  {
    id: "structure",
    title: "Structure and form",
    query: `# What a project records about its tags and terminals: everything that a form needs.
query StructureAndForm {
  tagForm: additionalDataStructure(of: TAG) {
    updatedAt
    items {
      identifier
      name
      type
      setViaApp
      enum
    }
    jsonSchema
    uiSchema
  }
  terminalForm: additionalDataStructure(of: TERMINAL) {
    items {
      identifier
      name
      type
      setViaApp
      enum
    }
  }
}
`,
    variables: "",
  },
  {
    id: "errors",
    title: "Errors",
    query: `# One part of this fails. It is null, and an error says why. The other parts arrive.
query OnePartFails {
  tags(first: 3) {
    nodes {
      name
    }
  }
  # An unknown tag is null, without an error.
  unknown: tag(id: "no such tag") {
    name
  }
  # A negative page size is an error.
  impossible: terminals(first: -1) {
    nodes {
      name
    }
  }
}
`,
    variables: "",
  },
  {
    id: "changes",
    title: "Changes",
    query: `# Tags and terminals as they are added, changed and removed. The subscription runs until you stop it.
subscription Changes {
  changes {
    kind
    id
    fields
    node {
      ... on Tag {
        name
        isActive
      }
      ... on Terminal {
        name
        isActive
      }
    }
    cursor
  }
}
`,
    variables: "",
    needs: "Subscription",
  },
];
