/** Something that takes memory, and perhaps more as it is used. */
export interface Sized {
  readonly bytes: number;
  /** How much more it will probably take while it is used. */
  readonly growth: number;
}

/** Memory that is reserved for something that is being read: as much as it will take, including what use adds. */
export interface Reservation {
  bytes: number;
  /** Whether a request that waits for it already uses a member. Such a member stays in memory until the request ends. */
  readonly isUrgent: () => boolean;
}

/**
 * Maximum number of reservations at a time. More readings would finish no sooner, and would leave less of the registry to other
 * requests.
 */
const maxReservations = 4;

/** How much memory a member takes, and who needs it. */
interface Usage {
  bytes: number;
  users: number;
  isKept: boolean;
}

interface QueuedReservation {
  readonly reservation: Reservation;
  readonly begin: () => void;
}

/**
 * Bounded memory. It holds members that are kept for the next user, members that are still in use, and what is being read.
 * Readings wait their turn for room. To make room, the least recently used members are dropped. A member larger than the maximum
 * is read when nothing else takes room or, if its reading is urgent, when nothing else is being read.
 */
export class MemoryBudget<Member extends Sized> {
  readonly #maxBytes: number;
  /** The least recently used first. */
  readonly #kept = new Map<string, Member>();
  readonly #usages = new Map<Member, Usage>();
  readonly #reservations = new Set<Reservation>();
  readonly #queue: QueuedReservation[] = [];
  #membersBytes = 0;
  #keptBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The memory of everything together. */
  get bytes(): number {
    return this.#membersBytes + this.#reservedBytes;
  }

  get reading(): number {
    return this.#reservations.size;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** What is kept, by name. */
  get kept(): ReadonlyMap<string, Member> {
    return this.#kept;
  }

  /** How much a member of this size can grow and still be kept. Infinite if it cannot be kept anyway. */
  roomToGrow(bytes: number): number {
    return bytes > this.#maxBytes ? Number.POSITIVE_INFINITY : this.#maxBytes - bytes;
  }

  /** Whether two members of the same size fit. */
  hasRoomForTwo(member: Member): boolean {
    return 2 * member.bytes <= this.#maxBytes;
  }

  /** Resolves when the memory is reserved, or when the reservation is given back. */
  reserve(reservation: Reservation): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push({ reservation, begin: resolve });
    this.#startNext();
    return promise;
  }

  /** Gives back the memory of a reservation, or its place in the queue. */
  giveBack(reservation: Reservation): void {
    this.#reservations.delete(reservation);
    const index = this.#queue.findIndex((queued) => queued.reservation === reservation);
    if (index >= 0) this.#queue.splice(index, 1)[0]?.begin();
    this.#startNext();
  }

  /** Begins a use of a member. The first use adds it. */
  use(member: Member): void {
    const usage = this.#usages.get(member) ?? { bytes: 0, users: 0, isKept: false };
    usage.users += 1;
    this.#usages.set(member, usage);
    this.#measure(member, usage);
  }

  /** Ends a use of a member. */
  release(member: Member): void {
    const usage = this.#usages.get(member);
    if (usage === undefined) return;
    usage.users -= 1;
    this.#measure(member, usage);
    this.#forgetUnused(member, usage);
    this.#makeRoom(0);
    this.#startNext();
  }

  /** Keeps a member for the next user, unless it alone is larger than the maximum. The member must be in use. */
  keep(name: string, member: Member): void {
    this.drop(name);
    const usage = this.#usages.get(member);
    if (usage === undefined || usage.bytes > this.#maxBytes) return;
    usage.isKept = true;
    this.#keptBytes += usage.bytes;
    this.#kept.set(name, member);
    this.#makeRoom(0);
  }

  /** The member that is kept under a name. It becomes the most recently used. */
  take(name: string): Member | undefined {
    const member = this.#kept.get(name);
    if (member === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, member);
    return member;
  }

  /** Stops keeping the member with this name. */
  drop(name: string): void {
    const member = this.#kept.get(name);
    const usage = member && this.#usages.get(member);
    if (member === undefined || usage === undefined) return;
    this.#kept.delete(name);
    usage.isKept = false;
    this.#keptBytes -= usage.bytes;
    this.#forgetUnused(member, usage);
  }

  /** Measures all members again, and makes room if they have grown too much. */
  measureAll(): void {
    for (const [member, usage] of this.#usages) this.#measure(member, usage);
    this.#makeRoom(0);
    this.#startNext();
  }

  get #reservedBytes(): number {
    return this.#reservations.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** How much the members in use will probably grow. */
  get #growth(): number {
    return this.#usages
      .entries()
      .reduce((sum, [{ growth }, { users }]) => sum + (users > 0 ? growth : 0), 0);
  }

  #measure(member: Member, usage: Usage): void {
    const growth = member.bytes - usage.bytes;
    usage.bytes += growth;
    this.#membersBytes += growth;
    if (usage.isKept) this.#keptBytes += growth;
  }

  #forgetUnused(member: Member, { bytes, users, isKept }: Usage): void {
    if (users > 0 || isKept) return;
    this.#usages.delete(member);
    this.#membersBytes -= bytes;
  }

  /**
   * Drops the least recently used members until the kept ones leave room for this many more bytes. A dropped member that is in use
   * stays in memory until it is released.
   */
  #makeRoom(bytes: number): void {
    const rest = this.#maxBytes - this.#reservedBytes - bytes;
    for (const name of this.#kept.keys()) {
      if (this.#keptBytes <= rest) return;
      this.drop(name);
    }
  }

  /** Starts the readings whose turn it is, as long as there is room. */
  #startNext(): void {
    while (this.#reservations.size < maxReservations) {
      const next = this.#nextInTurn();
      if (next === undefined || !this.#makeRoomFor(next.reservation)) return;
      this.#queue.splice(this.#queue.indexOf(next), 1);
      this.#reservations.add(next.reservation);
      next.begin();
    }
  }

  /** Urgent readings go first, because their requests already use members. */
  #nextInTurn(): QueuedReservation | undefined {
    return this.#queue.find(({ reservation }) => reservation.isUrgent()) ?? this.#queue[0];
  }

  /** Makes room for a reading. Returns false if there is still too little. */
  #makeRoomFor(reservation: Reservation): boolean {
    const bytes = reservation.bytes + this.#growth;
    const isAlone = this.#reservations.size === 0;
    // Dropping members would not help: the other readings leave too little room.
    if (!isAlone && this.#reservedBytes + bytes > this.#maxBytes) return false;
    this.#makeRoom(bytes);
    if (this.bytes === 0 || this.bytes + bytes <= this.#maxBytes) return true;
    // The members in use may be those of the very requests that wait for this reading. Waiting for their release would never end.
    return isAlone && reservation.isUrgent();
  }
}
