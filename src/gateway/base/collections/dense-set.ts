export interface DenseSetMember {
  /** Its index in the set; below 0 if it is in none. Only the set changes it. */
  denseIndex: number;
}

/**
 * An unordered set, for members that come and go many thousands of times a second.
 *
 * A `Set` would be simpler, but V8 links each table that a `Set` outgrows to the next one. Once a
 * table is in the old generation, it keeps all later ones alive until the next full garbage
 * collection, with every member that they held (docs/performance.md). An array has no such tables.
 */
export class DenseSet<Member extends DenseSetMember> {
  readonly #members: Member[] = [];

  get size(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    member.denseIndex = this.#members.push(member) - 1;
  }

  remove(member: Member): boolean {
    if (member.denseIndex < 0) return false;
    // The last member fills the gap.
    const last = this.#members.pop();
    if (last !== undefined && last !== member) {
      this.#members[member.denseIndex] = last;
      last.denseIndex = member.denseIndex;
    }
    member.denseIndex = -1;
    return true;
  }

  /** A copy of the members as they are now, because they may leave while the caller visits them. */
  list(): readonly Member[] {
    return [...this.#members];
  }
}
