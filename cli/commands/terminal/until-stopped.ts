/** How long the same signal may come twice, in milliseconds: npm passes on a Ctrl+C that the terminal has already sent. */
const echo = 200;

/** Resolves at SIGINT (Ctrl+C) or SIGTERM; a second signal ends the process at once. SIGHUP is left alone, for `nohup`. */
export function untilStopped(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  return new Promise((stop) => {
    const onSignal = () => {
      stop();
      setTimeout(() => {
        for (const signal of signals) process.off(signal, onSignal);
      }, echo).unref();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
