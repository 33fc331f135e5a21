/** Waits until `holds`; throws after `patience` milliseconds, naming what it waited for. */
export async function until(holds: () => unknown, what: string, patience = 20_000): Promise<void> {
  const end = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${patience} ms in vain for ${what}`);
    await new Promise((next) => setTimeout(next, 10));
  }
}
