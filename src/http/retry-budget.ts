/** How many retries a process may spend, so that a service that is down is not hit by every request several times. */

export interface RetryBudget {
  /** Spends one retry, if there is one left. */
  spend(): boolean;
  /** A request was answered: one retry is given back. */
  restore(): void;
}

/** Far above what a restart of the service costs a full process, and far below a storm. */
const MOST_RETRIES = 200;

export function createRetryBudget(most = MOST_RETRIES): RetryBudget {
  let left = most;
  return {
    spend() {
      if (left === 0) return false;
      left--;
      return true;
    },
    restore() {
      left = Math.min(most, left + 1);
    },
  };
}
