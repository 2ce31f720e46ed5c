/** Rows of a page where the query does not say how many. */
export const defaultPageSize = 100;
