import { showAges } from './boards.ts';
import { initFeedBlocks } from './feed-blocks.ts';

initFeedBlocks();
showAges();
