import { replaceBrokenCovers } from './covers.ts';
import { openDialogs } from './dialogs.ts';
import { watchEmbeds } from './embeds.ts';
import { toggleFeedBlocks } from './feed-blocks.ts';
import { tendMenus } from './menus.ts';
import { logMissingPath } from './not-found.ts';
import { shareAddresses } from './share.ts';
import { playVideos } from './videos.ts';

tendMenus();
toggleFeedBlocks();
watchEmbeds();
replaceBrokenCovers();
playVideos();
openDialogs();
shareAddresses();
logMissingPath();
