import { whenShown } from './when-shown.ts';

/** `id` is what the service calls the paper. */
type View = Readonly<Record<'id' | 'url' | 'title' | 'referrer', string>>;

/** Reports this page without cookies: once a reader sees it, only at the paper's own address, and not for readers who ask not to be tracked. */
export function countView(requestOf: (view: View) => { readonly path: string; readonly body?: string }) {
  const [host = '', id = ''] =
    document.querySelector<HTMLMetaElement>('meta[name=analytics]')?.content.split(' ') ?? [];
  // Without what follows `?`, such as the words of a search.
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const ownPages = `${location.origin}/`;
  if (!url?.startsWith(ownPages) || doNotTrack === '1' || globalPrivacyControl) return;
  const [from = ''] = /^[^/]*\/\/[^/]*\//.exec(document.referrer) ?? [];
  const referrer = from === ownPages ? '' : from;
  const { path, body } = requestOf({ id, url, title: document.title, referrer });
  const method = body ? 'POST' : 'GET';
  const options = { method, body, mode: 'no-cors', credentials: 'omit', keepalive: true } as const;
  whenShown(() => void fetch(host + path, options).catch(() => {}));
}
