import type { NewsletterFile } from '../../content/newsletter.ts';
import { EnvironmentError, usageError } from '../../lib/errors.ts';
import { valueAt } from '../../lib/value-at.ts';

/** A newsletter to send; services know it by its name, which is of small letters, digits and hyphens. */
export type Mail = Readonly<Record<'name' | 'subject' | 'html' | 'text' | 'from' | 'replyTo', string>>;

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;
type Signup = NonNullable<NewsletterFile['signup']>;

interface Api {
  readonly needs: string;
  /** Its address and what authorizes, for a token; `undefined` if the token or the sign-up is not of this service. */
  readonly access: (token: string, signup: Signup) => readonly [url: string, authorizes: string] | undefined;
  /** Makes a draft; `undefined` if the service has that issue. */
  readonly draft: (ask: Ask, mail: Mail, signup: Signup) => Promise<unknown>;
  readonly send: readonly [method: string, path: string, body?: object];
}

const basic = (user: string) => `Basic ${Buffer.from(user).toString('base64')}`;

/** Whether a list in an answer has an issue. Throws if there is no list. */
function names(answer: unknown, path: readonly string[], { name }: Mail): boolean {
  const list = valueAt(answer, path);
  if (!Array.isArray(list)) throw new EnvironmentError('The service did not list what it has.');
  return JSON.stringify(list).includes(`"${name}"`);
}

/** From docs.buttondown.com/api-emails-create, listmonk.app/docs/apis/campaigns and mailchimp.com/developer/marketing/api/campaigns. */
const apis: Readonly<Record<'buttondown' | 'listmonk' | 'mailchimp', Api>> = {
  buttondown: {
    needs: 'a key of its API',
    access: (token) => ['https://api.buttondown.com/v1', `Token ${token}`],
    async draft(ask, mail) {
      for (let page = 1, next: unknown = page; next; page++) {
        const answer = await ask('GET', `/emails?page=${page}`);
        if (names(answer, ['results'], mail)) return undefined;
        next = valueAt(answer, ['next']);
      }
      const { name: slug, subject, html: body } = mail;
      return ask('POST', '/emails', { subject, body, status: 'draft', slug, metadata: { issue: slug } });
    },
    send: ['PATCH', '/emails/', { status: 'about_to_send' }],
  },
  listmonk: {
    needs: '`user:token` of a user of its API, beside a `signup` of listmonk in site.yaml',
    access: (token, { service, action = '' }) =>
      service === 'listmonk' ? [action.replace(/subscription\/form$/, 'api'), basic(token)] : undefined,
    async draft(ask, mail, { id }) {
      const known = await ask('GET', '/campaigns?order_by=created_at&order=DESC&per_page=100');
      if (names(known, ['data', 'results'], mail)) return undefined;
      const lists = valueAt(await ask('GET', '/lists?per_page=all'), ['data', 'results']);
      const list = Array.isArray(lists) && lists.find((list) => valueAt(list, ['uuid']) === id);
      if (!list) throw new EnvironmentError(`listmonk shows this user no list with the UUID ${id}.`);
      const { name, subject, html: body, text: altbody } = mail;
      const form = { type: 'regular', content_type: 'html', lists: [valueAt(list, ['id'])] };
      return valueAt(await ask('POST', '/campaigns', { ...form, name, subject, body, altbody }), ['data']);
    },
    send: ['PUT', '/campaigns/$/status', { status: 'running' }],
  },
  mailchimp: {
    needs: 'a key with its data center, as in `…-us6`, beside a `signup` of mailchimp in site.yaml',
    access(token, { service }) {
      const center = /-([a-z]+\d+)$/.exec(token)?.[1];
      if (service !== 'mailchimp' || center === undefined) return undefined;
      return [`https://${center}.api.mailchimp.com/3.0`, basic(`key:${token}`)];
    },
    async draft(ask, mail, { action = '' }) {
      const query = 'count=1000&sort_field=create_time&sort_dir=DESC&fields=campaigns.settings.title';
      if (names(await ask('GET', `/campaigns?${query}`), ['campaigns'], mail)) return undefined;
      const { name: title, subject: subject_line, from: from_name, replyTo: reply_to, html, text } = mail;
      const recipients = { list_id: new URL(action).searchParams.get('id') };
      const settings = { title, subject_line, from_name, reply_to };
      const made = await ask('POST', '/campaigns', { type: 'regular', recipients, settings });
      const path = `/campaigns/${valueAt(made, ['id'])}`;
      // Without its text it would count as made.
      await ask('PUT', `${path}/content`, { html, plain_text: text }).catch(async (error) => {
        await ask('DELETE', path);
        throw error;
      });
      return made;
    },
    send: ['POST', '/campaigns/$/actions/send'],
  },
};

export type DraftService = keyof typeof apis;

/** Asks a service. Throws `EnvironmentError` if it does not answer in a minute, or refuses. */
async function request(url: string, Authorization: string, method: string, body?: object): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
      // Nobody else gets the token.
      redirect: 'error',
      signal: AbortSignal.timeout(60_000),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${answer.slice(0, 200)}`);
    return answer === '' ? undefined : JSON.parse(answer);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new EnvironmentError(`${new URL(url).host} did not do it: ${reason}`);
  }
}

/** Makes a draft of a newsletter, and sends it if asked: `false` if the service has that issue. `at` is its address in tests. */
export async function createDraft(
  service: DraftService,
  mail: Mail,
  signup: Signup = { hidden: {}, origins: [] },
  { token = '', send = false, at = '' },
): Promise<boolean> {
  const { needs, access, draft, send: sending } = apis[service];
  const [url, authorization] = (token && access(token, signup)) || [];
  if (url === undefined || authorization === undefined)
    throw usageError(`The environment has no GALLEY_LETTER_TOKEN as ${service} needs it: ${needs}.`);
  const ask: Ask = (method, path, body) => request((at || url) + path, authorization, method, body);
  const made = await draft(ask, mail, signup);
  const [method, path, body] = sending;
  if (made && send) await ask(method, path.replace(/\$|$/, String(valueAt(made, ['id']))), body);
  return made !== undefined;
}
