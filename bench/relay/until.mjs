/** Waits until `holds`, and says what it waited for if that never comes. @param {() => unknown} holds @param {string} what @param {number} [patience] milliseconds */
export async function until(holds, what, patience = 20_000) {
  const end = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${patience} ms in vain for ${what}`);
    await new Promise((next) => setTimeout(next, 10));
  }
}
