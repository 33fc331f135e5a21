import { defaultLimits } from '../../../cli/commands/relay/flags.ts';
import { runRelay } from '../../../cli/commands/relay/main.ts';

// The relay as `relay.mjs` starts it, with limits of a test.
runRelay(process.argv.slice(2), undefined, {
  ...defaultLimits,
  ...JSON.parse(process.env.LIMITS ?? '{}'),
}).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 4;
});
