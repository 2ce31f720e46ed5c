/** The id of a field's element on a record's page, for links to the field. */
export function toFieldId(identifier: string): string {
  return `field-${identifier}`;
}
