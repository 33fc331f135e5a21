import './embeds.ts';
import { initMenus } from './menus.ts';
import { showTimes } from './times.ts';

showTimes();
initMenus();
