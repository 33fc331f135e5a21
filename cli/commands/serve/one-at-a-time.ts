/**
 * Runs `task` one at a time: all calls during a run lead to one more run after it.
 *
 * @param task never rejects
 * @returns a function that requests a run; it resolves when all runs are over, or at once during a run
 */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = running;
    if (running) return;
    running = true;
    do {
      again = false;
      await task();
    } while (again);
    running = false;
  };
}
