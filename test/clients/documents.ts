import { graphql } from "./__generated__/gql.ts";

/** A page of terminals, typed by GraphQL Code Generator's client preset. */
export const TerminalsDocument = graphql(`
  query Terminals($first: Int!) {
    terminals(first: $first) {
      totalCount
      nodes {
        ...TerminalName
        addedWhen
        addedAt
      }
    }
  }
`);

/** The fields of a component that shows a terminal's name. */
export const TerminalNameFragment = graphql(`
  fragment TerminalName on Terminal {
    id
    name
  }
`);

/** The changes of the lists. */
export const ChangesDocument = graphql(`
  subscription Changes($of: [AdditionalDataSubject!]) {
    changes(of: $of) {
      kind
      id
      fields
      node {
        ... on Tag {
          id
          name
        }
        ... on Terminal {
          id
          name
        }
      }
    }
  }
`);
