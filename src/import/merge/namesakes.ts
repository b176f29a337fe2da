/** Of a name that stands for one of several records: which others it may have meant. */
export interface Namesakes {
  note(id: number, others: Iterable<number>): void;
  /** Whether a name that was taken for the first may mean the second as well. */
  isNamesake(id: number, other: number): boolean;
}

export function createNamesakes(): Namesakes {
  const meant = new Map<number, Set<number>>();
  return {
    note: (id, others) => void meant.set(id, new Set([...(meant.get(id) ?? []), ...others])),
    isNamesake: (id, other) => id === other || meant.get(id)?.has(other) === true,
  };
}
