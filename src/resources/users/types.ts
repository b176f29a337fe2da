export interface Attempt {
  account: string;
  address: string;
  /** UTC seconds. */
  now: number;
}

export interface Failures {
  failures: number;
  first_at: number;
}

export interface Attempts {
  /** Throws `too_many_attempts` while the account is blocked for this address; `stored` comes from the database. */
  assertMayTry(attempt: Attempt, stored: Failures | undefined): void;
  /** Failures since the last success, from the database. */
  stored(attempt: Attempt): Promise<Failures | undefined>;
  failed(attempt: Attempt): Promise<void>;
  /** A success resets the count. */
  succeeded(attempt: Attempt, stored: Failures | undefined): Promise<void>;
}
