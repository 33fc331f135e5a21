import * as z from 'zod';
import { fieldOf, origin } from './schema/fields.ts';

/** A service that counts readers: how it knows the paper, and at which host. */
const counter = <Name extends string, Host extends z.ZodType>(
  provider: Name,
  [what, id, hint]: readonly [what: string, id: RegExp, hint: string],
  host: Host,
) =>
  z.strictObject({
    provider: z.literal(provider).describe('The service.'),
    id: fieldOf(what, (value) => id.test(value), hint).describe('What the service calls the paper.'),
    host: host.describe('The host of the service, if it is one of your own.'),
  });

export const analytics = () =>
  z.discriminatedUnion('provider', [
    counter('plausible', ['a domain', /^[\w.-]+$/, 'Write it as in `ridgeherald.com`.'], origin().optional()),
    counter(
      'goatcounter',
      ['a code', /^[a-z0-9-]+$/, 'Write what stands before `.goatcounter.com`.'],
      origin().optional(),
    ),
    counter('matomo', ['the number of a site', /^\d+$/, 'Write it as in `"1"`.'], origin()),
  ]);

export const analyticsHost = ({ provider, id, host }: z.infer<ReturnType<typeof analytics>>): string =>
  host ?? (provider === 'goatcounter' ? `https://${id}.goatcounter.com` : 'https://plausible.io');
