import { countView } from './count-view.ts';

// https://developer.matomo.org/api-reference/tracking-api
countView(({ id, url, title, referrer }) => {
  const view = { idsite: id, url, action_name: title, urlref: referrer, rand: `${Date.now()}` };
  return { path: `/matomo.php?${new URLSearchParams({ rec: '1', apiv: '1', send_image: '0', ...view })}` };
});
