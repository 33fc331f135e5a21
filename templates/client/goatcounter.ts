import { countView } from './count-view.ts';

// https://www.goatcounter.com/help/pixel
countView(({ url, title, referrer }) => {
  const { pathname } = new URL(url);
  return {
    path: `/count?${new URLSearchParams({ p: pathname, t: title, r: referrer, rnd: `${Date.now()}` })}`,
  };
});
