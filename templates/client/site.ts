import { placeAds } from './ads.ts';
import { showAges } from './boards.ts';
import { replaceBrokenCovers } from './covers.ts';
import { watchEmbeds } from './embeds.ts';
import { initFeedBlocks } from './feed-blocks.ts';
import { initMenus } from './menus.ts';
import { initShareButtons } from './share.ts';
import { initVideos } from './videos.ts';

initMenus();
initFeedBlocks();
showAges();
placeAds();
watchEmbeds();
replaceBrokenCovers();
initVideos();
initShareButtons();
