import type { NewsletterFile } from '../../content/newsletter.ts';
import { EnvironmentError, ExitError, exitCodes } from '../../lib/errors.ts';
import { valueAt } from '../../lib/value-at.ts';

/** A newsletter to send. */
export interface Mail {
  /** Unique for each issue of a paper, of letters, digits and hyphens: services know it by that. */
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly from: string;
  readonly replyTo: string | undefined;
}

/** Sends a request to the service, and gives its answer. */
type Ask = (method: string, path: string, body?: object) => Promise<unknown>;
type Signup = NonNullable<NewsletterFile['signup']>;

interface Api {
  /** Its address and the header that authorizes; `undefined` if the token or the sign-up is not of this service. */
  readonly access: (
    token: string,
    signup: Signup,
  ) => readonly [url: string, authorization: string] | undefined;
  readonly needs: string;
  readonly hasIssue: (ask: Ask, name: string) => Promise<boolean>;
  /** Makes the draft, and gives its id. */
  readonly create: (ask: Ask, mail: Mail, signup: Signup) => Promise<unknown>;
  readonly send: (ask: Ask, id: unknown) => Promise<unknown>;
}

const basic = (user: string) => `Basic ${Buffer.from(user).toString('base64')}`;

/** Whether a list in an answer has an issue. Throws if there is no list. */
function names(answer: unknown, path: readonly string[], name: string): boolean {
  const list = valueAt(answer, path);
  if (!Array.isArray(list)) throw new EnvironmentError('The service did not list what it has.');
  return JSON.stringify(list).includes(`"${name}"`);
}

/** From docs.buttondown.com, listmonk.app/docs/apis and mailchimp.com/developer/marketing/api. */
const apis = {
  buttondown: {
    access: (token) => ['https://api.buttondown.com/v1', `Token ${token}`],
    needs: 'a key of its API',
    async hasIssue(ask, name) {
      for (let page = 1; ; page++) {
        const answer = await ask('GET', `/emails?page=${page}`);
        if (names(answer, ['results'], name)) return true;
        if (!valueAt(answer, ['next'])) return false;
      }
    },
    async create(ask, { name, subject, html }) {
      const draft = { subject, body: html, status: 'draft', slug: name, metadata: { issue: name } };
      return valueAt(await ask('POST', '/emails', draft), ['id']);
    },
    send: (ask, id) => ask('PATCH', `/emails/${id}`, { status: 'about_to_send' }),
  },
  listmonk: {
    access: (token, { service, action = '' }) =>
      service === 'listmonk' ? [action.replace(/subscription\/form$/, 'api'), basic(token)] : undefined,
    needs: '`user:token` of a user for its API, and `signup` with `service: listmonk` in site.yaml',
    hasIssue: async (ask, name) =>
      names(
        await ask('GET', '/campaigns?order_by=created_at&order=DESC&per_page=100'),
        ['data', 'results'],
        name,
      ),
    async create(ask, { name, subject, html, text }, { id }) {
      const lists = valueAt(await ask('GET', '/lists?per_page=all'), ['data', 'results']);
      const list = Array.isArray(lists) && lists.find((list) => valueAt(list, ['uuid']) === id);
      if (!list) throw new ExitError(exitCodes.problems, `listmonk has no list with the UUID \`${id}\`.`);
      const kind = { type: 'regular', content_type: 'html', lists: [valueAt(list, ['id'])] };
      const made = await ask('POST', '/campaigns', { ...kind, name, subject, body: html, altbody: text });
      return valueAt(made, ['data', 'id']);
    },
    send: (ask, id) => ask('PUT', `/campaigns/${id}/status`, { status: 'running' }),
  },
  mailchimp: {
    access(token, { service, action }) {
      const [, center] = /-([a-z]+\d+)$/.exec(token) ?? [];
      const isKnown = service === 'mailchimp' && action !== undefined && center;
      return isKnown ? [`https://${center}.api.mailchimp.com/3.0`, basic(`key:${token}`)] : undefined;
    },
    needs:
      'a key that ends with its data center, such as `-us6`, and `signup` with `service: mailchimp` in site.yaml',
    hasIssue: async (ask, name) =>
      names(
        await ask(
          'GET',
          '/campaigns?count=1000&sort_field=create_time&sort_dir=DESC&fields=campaigns.settings.title',
        ),
        ['campaigns'],
        name,
      ),
    async create(ask, { name, subject, html, text, from, replyTo }, { action = '' }) {
      const settings = { title: name, subject_line: subject, from_name: from, reply_to: replyTo };
      const recipients = { list_id: new URL(action).searchParams.get('id') };
      const id = valueAt(await ask('POST', '/campaigns', { type: 'regular', recipients, settings }), ['id']);
      try {
        await ask('PUT', `/campaigns/${id}/content`, { html, plain_text: text });
      } catch (error) {
        await ask('DELETE', `/campaigns/${id}`);
        throw error;
      }
      return id;
    },
    send: (ask, id) => ask('POST', `/campaigns/${id}/actions/send`),
  },
} satisfies Record<string, Api>;

export type DraftService = keyof typeof apis;

/** Asks a service, at most a minute. Throws `EnvironmentError` if it does not answer, or refuses. */
const createAsk =
  (url: string, Authorization: string): Ask =>
  async (method, path, body) => {
    const { host } = new URL(url);
    try {
      const response = await fetch(url + path, {
        method,
        headers: { Authorization, 'Content-Type': 'application/json' },
        body: body && JSON.stringify(body),
        // Nobody else gets the token.
        redirect: 'error',
        signal: AbortSignal.timeout(60_000),
      });
      const answer = await response.text();
      if (response.ok) return answer === '' ? undefined : JSON.parse(answer);
      throw new Error(`${response.status} ${answer.slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error;
      throw new EnvironmentError(
        `${host} did not do it: ${cause instanceof Error ? cause.message : message}.`,
      );
    }
  };

/**
 * Makes a draft of a newsletter, and sends it if asked. Nothing is made, and `false` returned, if the service has that issue.
 *
 * @param at the address of its API, for tests
 */
export async function createDraft(
  service: DraftService,
  mail: Mail,
  signup: Signup = { hidden: {}, origins: [] },
  token = '',
  send = false,
  at?: string,
): Promise<boolean> {
  const api: Api = apis[service];
  const [url, authorization] = (token && api.access(token, signup)) || [];
  if (url === undefined || authorization === undefined)
    throw new ExitError(exitCodes.usage, `For ${service}, GALLEY_LETTER_TOKEN is ${api.needs}.`);
  const ask = createAsk(at ?? url, authorization);
  if (await api.hasIssue(ask, mail.name)) return false;
  const id = await api.create(ask, mail, signup);
  if (send) await api.send(ask, id);
  return true;
}
