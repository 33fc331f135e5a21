import { countView } from './count-view.ts';

// https://plausible.io/docs/events-api
countView(({ id, url, referrer }) => ({
  path: '/api/event',
  body: JSON.stringify({ name: 'pageview', domain: id, url, referrer }),
}));
