/** How many rows a page has if the query does not say. */
export const defaultPageSize = 100;
