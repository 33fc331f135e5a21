/**
 * Runs `task` one at a time: calls while it runs are answered by one more run after it.
 *
 * @param task never rejects
 * @returns a function that asks for a run; it resolves when no run is left to do, or at once while one is under way
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
