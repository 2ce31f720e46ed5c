/** The id of a field's place on a record's page, for links to it. */
export function toFieldId(identifier: string): string {
  return `field-${identifier}`;
}
