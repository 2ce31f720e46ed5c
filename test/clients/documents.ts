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

/** What a component that shows a terminal's name asks for. */
export const TerminalNameFragment = graphql(`
  fragment TerminalName on Terminal {
    id
    name
  }
`);

/** What changes in the lists, from now on. */
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
